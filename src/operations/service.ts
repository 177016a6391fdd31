import { createEventBus, type EventBus } from '../events/bus.js';
import { createTextChecks, type TextChecks } from './check-text.js';
import { createConfiguration, type Configuration } from './configuration.js';
import { createEnvironments, type Environments } from './environments.js';
import { ConversionThreads } from './conversion-threads.js';
import { createExecutions, type Executions } from './executions.js';
import { createExports, type Exports } from './exports.js';
import { createHistoryAccess, type HistoryAccess } from './history-access.js';
import { createImports, type Imports } from './imports.js';
import { largeTexts } from './large-texts.js';
import { createMockControl, type MockControl } from './mock-control.js';
import { createRecordControl, type RecordControl } from './record-control.js';
import type { ServiceOptions } from './service-options.js';
import { createStressTests, type StressTests } from './stress-tests.js';
import { createContracts, type Contracts } from './verify-contracts.js';
import { createWorkspaceFiles, type WorkspaceFiles } from './workspace-files.js';

/** Everything the service can be asked to do, joined; it knows nothing of HTTP. */
export interface Service {
  readonly options: ServiceOptions;
  readonly files: WorkspaceFiles;
  readonly checks: TextChecks;
  readonly environments: Environments;
  readonly configuration: Configuration;
  readonly executions: Executions;
  readonly history: HistoryAccess;
  readonly stress: StressTests;
  readonly imports: Imports;
  readonly exports: Exports;
  readonly mock: MockControl;
  readonly contracts: Contracts;
  readonly recording: RecordControl;
  readonly events: EventBus;
  health(): Promise<Health>;
  /** Waits for what runs, writes what is pending, lets go of everything; who closes has cancelled before. */
  close(): Promise<void>;
}

export interface Health {
  /** Whole seconds. */
  readonly uptime: number;
  readonly history: 'ok' | 'unavailable' | 'off';
  readonly watcher: 'on' | 'polling' | 'off';
  readonly config: 'ok' | 'none' | 'invalid';
}

/** Steps 3 to 5 of server.md 1.2: whatever is wrong with config, history or watcher is only logged. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const started = performance.now();
  const onFault = (error: unknown): void =>
    options.log('error', `a listener of events failed: ${String(error)}`);
  const events = createEventBus({ onFault });
  // Beside those that convert: what is read must not wait for what is imported.
  const readers = new ConversionThreads();
  const texts = largeTexts(readers, new AbortController().signal);
  const configuration = createConfiguration(options, texts.config);
  // The first look tells the operator what is wrong with it.
  await configuration.state();
  const config = await configuration.current().catch(() => NO_CONFIG);
  const history = createHistoryAccess({ options, config });
  await history.open();
  const environments = await createEnvironments({
    configuration,
    first: options.environment,
    onActivated: (name) => events.emit('environment_changed', { name }),
  });
  const files = await createWorkspaceFiles({
    options,
    configuration,
    parser: texts.files,
    activeEnvironment: () => environments.active(),
    onChange: ({ path, operation }) => events.emit('file_changed', { path, operation }),
  });
  const executions = await createExecutions({ options, files, configuration, environments, history, events });
  const stress = createStressTests({ options, files, configuration, environments, events });
  const threads = new ConversionThreads();
  const contracts = createContracts({ options, files, configuration, environments });
  const mock = createMockControl({ options, files, configuration, environments, events });
  const recording = createRecordControl({ options, configuration, environments });
  return {
    options,
    files,
    checks: createTextChecks({ options, files }),
    environments,
    configuration,
    executions,
    history,
    stress,
    imports: createImports({ options, threads }),
    exports: createExports({ options, files, configuration, threads }),
    mock,
    contracts,
    recording,
    events,
    health: async () => ({
      uptime: Math.floor((performance.now() - started) / 1000),
      history: await history.state(),
      watcher: files.watching,
      config: await configuration.state(),
    }),
    close: async () => {
      await Promise.all([executions.close(), mock.close(), recording.close()]);
      await Promise.all([stress.close(), files.close(), history.close(), threads.close(), readers.close()]);
    },
  };
}

const NO_CONFIG = { config: {}, directory: undefined };
