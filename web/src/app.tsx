import type { ComponentType, JSX } from 'preact';
import { deferred } from './components/deferred.js';
import { loadPart, partProblem } from './state/connection/lazy-parts.js';
import { access } from './state/connection/session.js';
import { route } from './state/route.js';
import { Shell } from './views/shell.js';
import { TokenEntry, Unreachable } from './views/token-entry.js';
import { WorkspaceView } from './views/workspace/workspace-view.js';

/** All views but the first one are loaded when they are shown. */
const lazyView = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  deferred(loadPart(load), partProblem);

const EnvironmentsView = lazyView(
  async () => (await import('./views/environments/environments-view.js')).EnvironmentsView,
);
const HistoryView = lazyView(async () => (await import('./views/history/history-view.js')).HistoryView);
const SettingsView = lazyView(async () => (await import('./views/settings/settings-view.js')).SettingsView);
const StressView = lazyView(async () => (await import('./views/stress/stress-view.js')).StressView);
const ExchangeView = lazyView(async () => (await import('./views/exchange/exchange-view.js')).ExchangeView);
const MockView = lazyView(async () => (await import('./views/mock/mock-view.js')).MockView);
const RecordView = lazyView(async () => (await import('./views/record/record-view.js')).RecordView);
const ContractView = lazyView(async () => (await import('./views/contract/contract-view.js')).ContractView);

export function App(): JSX.Element {
  switch (access.value) {
    case 'checking':
      return <div class="waiting" role="status" aria-label="Loading" />;
    case 'locked':
      return <TokenEntry />;
    case 'unreachable':
      return <Unreachable />;
    case 'open':
      return (
        <Shell>
          <CurrentView />
        </Shell>
      );
  }
}

function CurrentView(): JSX.Element {
  const shown = route.value;
  switch (shown.view) {
    case 'workspace':
      return <WorkspaceView />;
    case 'stress':
      return <StressView run={shown.run} against={shown.against} />;
    case 'exchange':
      return <ExchangeView part={shown.part} />;
    case 'environments':
      return <EnvironmentsView name={shown.name} />;
    case 'history':
      return <HistoryView run={shown.run} against={shown.against} />;
    case 'mock':
      return <MockView />;
    case 'record':
      return <RecordView />;
    case 'contract':
      return <ContractView />;
    case 'settings':
      return <SettingsView />;
  }
}
