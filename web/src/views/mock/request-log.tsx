import type { JSX } from 'preact';
import type { MockRequest, MockStatus } from '../../../../src/server/api-types.js';
import { EmptyState, MethodMark, StatusCode } from '../../components/marks.js';
import { useNarrow } from '../../components/use-narrow.js';
import { distinct, PASSED_ON, WITHOUT_ROUTE } from '../../state/traffic/exchange-filter.js';
import {
  clearRequests,
  filteredRequests,
  mockFilter,
  mockRequests,
  setMockFilter,
} from '../../state/traffic/mock-requests.js';
import { exchangeAddress, navigate, replaceAddress } from '../../state/route.js';
import { ExchangeList } from '../traffic/exchange-list.js';
import { FilterBar, STATUS_CHOICE, type FilterChoice } from '../traffic/filter-bar.js';
import { FirstRequest } from '../traffic/first-request.js';
import { firstCommand } from './first-command.js';

/** Narrow screens show the route on a second line; tools.css has the same heights. */
const ROW_HEIGHT = { wide: 30, narrow: 50 };

interface RequestLogProps {
  readonly status: MockStatus;
  /** The id of the shown request; 0 for none. */
  readonly shown: number;
  readonly chosen: () => void;
}

/** The requests of the mock server, newest first. */
export function RequestLog({ status, shown, chosen }: RequestLogProps): JSX.Element {
  const { requests, total, kept, skipped } = mockRequests.value;
  const list = filteredRequests.value;
  const filter = mockFilter.value;
  const isNarrow = useNarrow();
  const show = (id: number, isStep: boolean): void => {
    chosen();
    (isStep ? replaceAddress : navigate)(exchangeAddress('mock', id));
  };
  return (
    <section class="pane" aria-label="Requests">
      <LogBar text={countText(list.length, requests.length, total, kept)} isEmpty={total === 0} />
      <FilterBar
        filter={filter}
        set={setMockFilter}
        placeholder="Text in address, headers or bodies"
        choices={[methodChoice(status, requests), STATUS_CHOICE, routeChoice(status)]}
      />
      {skipped > 0 && (
        <p class="hint padded">
          {skipped} requests came faster than 1,000 in a second; they got their response, but were not kept.
        </p>
      )}
      {total === 0 && (
        <EmptyState icon="mock" title="No requests yet">
          <p>Send a request to the address above; every request appears here with its response.</p>
          <FirstRequest command={firstCommand(status.routes, status.port, window.location.hostname)} />
        </EmptyState>
      )}
      {total > 0 && list.length === 0 && <EmptyState icon="search" title="No request matches the filter" />}
      {list.length > 0 && (
        <ExchangeList
          key={JSON.stringify(filter)}
          items={list}
          label="Requests, newest first"
          rowHeight={isNarrow ? ROW_HEIGHT.narrow : ROW_HEIGHT.wide}
          rowClass="log-row"
          shown={shown}
          show={show}
          isNewestFirst
          cells={(request) => <LogCells request={request} />}
        />
      )}
    </section>
  );
}

function LogBar({ text, isEmpty }: { readonly text: string; readonly isEmpty: boolean }): JSX.Element {
  return (
    <div class="toolbar">
      <h2 class="toolbar-title">Requests</h2>
      <span class="hint" role="status">
        {text}
      </span>
      <span class="spacer" />
      <button
        type="button"
        class="button"
        disabled={isEmpty}
        onClick={() => {
          replaceAddress('/mock');
          void clearRequests();
        }}
      >
        Clear
      </button>
    </div>
  );
}

function countText(shown: number, listed: number, total: number, kept: number): string {
  if (shown < listed) return `${shown} of ${listed}`;
  if (total > kept) return `the last ${kept} of ${total}`;
  return total === 1 ? '1 request' : `${shown < total ? `${shown} of ${total}` : total} requests`;
}

function methodChoice({ routes }: MockStatus, requests: readonly MockRequest[]): FilterChoice {
  const methods = distinct([...routes, ...requests].map(({ method }) => method)).slice(0, MAX_METHODS);
  return {
    field: 'method',
    label: 'Method',
    all: 'Any method',
    options: methods.map((method) => ({ value: method, text: method })),
  };
}

/** Clients may send any word. */
const MAX_METHODS = 50;

function routeChoice({ routes, proxy }: MockStatus): FilterChoice {
  const names = distinct(routes.map(({ name }) => name)).slice(0, MAX_ROUTES);
  return {
    field: 'route',
    label: 'Route',
    all: 'Any route',
    options: [
      { value: WITHOUT_ROUTE, text: 'No route' },
      ...(proxy === undefined ? [] : [{ value: PASSED_ON, text: 'Passed on' }]),
      ...names.map((name) => ({ value: name, text: name })),
    ],
  };
}

/** More would make the list slow to open; the text finds the others. */
const MAX_ROUTES = 500;

function LogCells({ request }: { readonly request: MockRequest }): JSX.Element {
  const { timestamp, method, path, query, status, duration, route, source } = request;
  const note = noteOf(request);
  const isMissed = route === '' && source !== 'proxied';
  return (
    <>
      <time class="log-time" dateTime={timestamp}>
        {new Date(timestamp).toLocaleTimeString(undefined, { hour12: false })}
      </time>
      <StatusCode code={status} />
      <MethodMark method={method} />
      <span class="mono ellipsis" title={path + query}>
        {path}
        {query}
      </span>
      <span class="spacer" />
      <span class="hint ellipsis log-route" title={note}>
        {isMissed ? <span class="count-warned">{note}</span> : note}
      </span>
      <span class="duration">{duration < 10 ? duration.toFixed(1) : Math.round(duration)} ms</span>
    </>
  );
}

/** Describes only the nearest route, because more would not fit on a line. */
function noteOf({ route, source, method, path, fault, nearest = [] }: MockRequest): string {
  if (source === 'proxied') return 'passed on';
  if (source !== 'none') return fault === undefined ? route : `${route}, fault: ${fault}`;
  const [near] = nearest;
  if (near === undefined) return 'no route';
  if (near.path === path) return `no route for ${method}; there is ${near.method} ${near.path}`;
  return `no route; did you mean ${near.method} ${near.path}?`;
}
