import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { MockStatus } from '../../../../src/server/api-types.js';
import { Address } from '../../components/address.js';
import { Icon } from '../../components/icon.js';
import { Split } from '../../components/split.js';
import { TabList } from '../../components/tab-list.js';
import { endMock, mockBusy, restartMock } from '../../state/mock.js';
import { loadMockRequests, showMockRequest } from '../../state/traffic/mock-requests.js';
import { route } from '../../state/route.js';
import { RequestLog } from './request-log.js';
import { RequestPart } from './request-part.js';
import { PassedOn } from './passed-on.js';
import { RouteTable } from './route-table.js';

export function RunningMock({ status }: { readonly status: MockStatus }): JSX.Element {
  const { routes, warnings, port } = status;
  const shown = route.value.view === 'mock' ? route.value.exchange : 0;
  const part = useSignal<'request' | 'routes'>(shown === 0 ? 'routes' : 'request');
  useEffect(() => {
    // A mock server that is being stopped may be gone when the call arrives.
    if (mockBusy.peek() !== 'stopping') void loadMockRequests();
  }, [status]);
  useEffect(() => {
    void showMockRequest(shown);
    if (shown !== 0) part.value = 'request';
  }, [shown, status, part]);
  const tabs = [
    { key: 'routes' as const, label: `Routes ${routes.length}` },
    { key: 'request' as const, label: shown === 0 ? 'Request' : `Request ${shown}` },
  ];
  return (
    <section class="pane tool-pane" aria-label="Mock server">
      <MockBar status={status} />
      {status.proxy !== undefined && <PassedOn status={status} />}
      <Split
        direction="row"
        name="mock"
        initial={50}
        first={<RequestLog status={status} shown={shown} chosen={() => (part.value = 'request')} />}
        second={
          <div class="pane">
            <TabList label="Part" tabs={tabs} shown={part.value} show={(key) => (part.value = key)} />
            <div class="tab-body" role="tabpanel" aria-label={part.value === 'routes' ? 'Routes' : 'Request'}>
              {part.value === 'routes' ? (
                <RouteTable routes={routes} warnings={warnings} />
              ) : (
                <RequestPart port={port} />
              )}
            </div>
          </div>
        }
      />
    </section>
  );
}

function MockBar({ status }: { readonly status: MockStatus }): JSX.Element {
  const { port, stateful = false, seed } = status;
  const isStopping = mockBusy.value === 'stopping';
  return (
    <div class="toolbar">
      <h1 class="toolbar-title">Mock server</h1>
      <span class="live">{isStopping ? 'stopping' : 'running'}</span>
      {stateful && <span class="hint">keeps what it receives</span>}
      {seed !== undefined && <span class="hint">seed {seed}</span>}
      <Address port={port} />
      <span class="spacer" />
      <button
        type="button"
        class="button"
        title="Forgets what clients have sent, and starts sequences again"
        disabled={isStopping}
        onClick={() => void restartMock()}
      >
        Reset
      </button>
      <button type="button" class="button" disabled={isStopping} onClick={() => void endMock()}>
        <Icon name="stop" /> {isStopping ? 'Stopping…' : 'Stop'}
      </button>
    </div>
  );
}
