import type { JSX } from 'preact';
import type { MockStatus } from '../../../../src/server/api-types.js';
import { Address } from '../../components/address.js';
import { Icon } from '../../components/icon.js';
import { Split } from '../../components/split.js';
import { endMock, mockBusy } from '../../state/mock.js';
import { RequestLog } from './request-log.js';
import { RouteTable } from './route-table.js';

export function RunningMock({ status }: { readonly status: MockStatus }): JSX.Element {
  const isStopping = mockBusy.value === 'stopping';
  return (
    <section class="pane tool-pane" aria-label="Mock server">
      <div class="toolbar">
        <h1 class="toolbar-title">Mock server</h1>
        <span class="live">{isStopping ? 'stopping' : 'running'}</span>
        <Address port={status.port} />
        <span class="spacer" />
        <button type="button" class="button" disabled={isStopping} onClick={() => void endMock()}>
          <Icon name="stop" /> {isStopping ? 'Stopping…' : 'Stop'}
        </button>
      </div>
      <Split
        direction="column"
        name="routes"
        initial={48}
        first={<RouteTable routes={status.routes} warnings={status.warnings} />}
        second={<RequestLog />}
      />
    </section>
  );
}
