import { createEventBus, type EventBus } from '../events/bus.js';
import { createTextChecks, type TextChecks } from './check-text.js';
import { createConfiguration, type Configuration } from './configuration.js';
import { createEnvironments, type Environments } from './environments.js';
import { ConversionThreads } from './conversion-threads.js';
import { executionThread } from './execution-thread.js';
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
  const events = eventBus(options);
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
    onWarning: (message) => options.log('warn', message),
  });
  const files = await createWorkspaceFiles({
    options,
    configuration,
    parser: texts.files,
    activeEnvironment: () => environments.active(),
    onChange: ({ path, operation }) => events.emit('file_changed', { path, operation }),
  });
  const thread = executionThread({ options, history, events });
  const parts = { options, files, configuration, environments };
  const executions = await createExecutions({ ...parts, history, events, thread });
  const stress = createStressTests({ ...parts, events });
  const threads = new ConversionThreads();
  const mock = createMockControl({ ...parts, events });
  const recording = createRecordControl({ options, configuration, environments });
  return {
    options,
    files,
    checks: createTextChecks({ options, files, thread }),
    environments,
    configuration,
    executions,
    history,
    stress,
    imports: createImports({ options, threads }),
    exports: createExports({ options, files, configuration, threads }),
    mock,
    contracts: createContracts({ ...parts, thread }),
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

function eventBus({ log }: ServiceOptions): EventBus {
  const onFault = (error: unknown): void => log('error', `a listener of events failed: ${String(error)}`);
  return createEventBus({ onFault });
}

const NO_CONFIG = { config: {}, directory: undefined };
