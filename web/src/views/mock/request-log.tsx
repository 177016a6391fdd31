import type { JSX } from 'preact';
import { useNarrow } from '../../components/use-narrow.js';
import { EmptyState, MethodMark, StatusCode } from '../../components/marks.js';
import { VirtualList } from '../../components/virtual-list.js';
import { clearLog, mockLog, mockLogCount, type LoggedRequest } from '../../state/mock.js';

/** Narrow screens show the route on a second line; style.css has the same heights. */
const ROW_HEIGHT = { wide: 30, narrow: 50 };

/** The requests of the mock server, newest first. */
export function RequestLog(): JSX.Element {
  const log = mockLog.value;
  const isNarrow = useNarrow();
  return (
    <section class="pane" aria-label="Requests">
      <div class="toolbar">
        <h2 class="toolbar-title">Requests</h2>
        <span class="hint" role="status">
          {mockLogCount.value > log.length
            ? `the last ${log.length} of ${mockLogCount.value}`
            : `${log.length} since this page was opened`}
        </span>
        <span class="spacer" />
        <button type="button" class="button" disabled={log.length === 0} onClick={clearLog}>
          Clear
        </button>
      </div>
      {log.length === 0 ? (
        <EmptyState icon="mock" title="No requests yet">
          <p>Send a request to the address above; every request appears here with its response.</p>
        </EmptyState>
      ) : (
        <VirtualList
          class="log"
          count={log.length}
          rowHeight={isNarrow ? ROW_HEIGHT.narrow : ROW_HEIGHT.wide}
          attributes={{ role: 'list', 'aria-label': 'Requests, newest first' }}
          row={(index) => {
            const each = log[index];
            return each !== undefined && <LogRow key={each.id} request={each} />;
          }}
        />
      )}
    </section>
  );
}

function LogRow({ request }: { readonly request: LoggedRequest }): JSX.Element {
  const { timestamp, method, path, status, duration, route } = request;
  return (
    <div class="log-row" role="listitem">
      <time class="log-time" dateTime={timestamp}>
        {new Date(timestamp).toLocaleTimeString(undefined, { hour12: false })}
      </time>
      <StatusCode code={status} />
      <MethodMark method={method} />
      <span class="mono ellipsis" title={path}>
        {path}
      </span>
      <span class="spacer" />
      <span class="hint ellipsis log-route" title={noteOf(request)}>
        {route === '' ? <NearMiss request={request} /> : route}
      </span>
      <span class="duration">{duration < 10 ? duration.toFixed(1) : Math.round(duration)} ms</span>
    </div>
  );
}

function NearMiss({ request }: { readonly request: LoggedRequest }): JSX.Element | null {
  return request.status === 404 ? <span class="count-warned">{noteOf(request)}</span> : null;
}

/** Describes only the nearest route, because more would not fit on a line. */
function noteOf({ route, status, method, path, nearest }: LoggedRequest): string {
  if (route !== '' || status !== 404) return route;
  const [near] = nearest;
  if (near === undefined) return 'no route';
  if (near.path === path) return `no route for ${method}; there is ${near.method} ${near.path}`;
  return `no route; did you mean ${near.method} ${near.path}?`;
}
