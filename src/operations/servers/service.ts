import { createEventBus, type EventBus } from '../../events/bus.js';
import { createConfiguration, type Configuration } from '../settings/configuration.js';
import { createContracts, type Contracts } from './contracts.js';
import type { Engine } from '../engine/engine.js';
import { createEngineConfigParser } from '../engine/engine-config-parser.js';
import { openEngine } from '../engine/open-engine.js';
import { createEnvironments, type Environments } from '../settings/environments.js';
import { createExecutions, type Executions } from './executions.js';
import { createHistoryAccess, type HistoryAccess } from './history-access.js';
import { createKeptReports, type KeptReports } from './kept-reports.js';
import { createImports, type Imports } from './imports.js';
import { createMockControl, type MockControl } from './mock-control.js';
import { createRecordControl, type RecordControl } from './record-control.js';
import { createResults, type Results } from './results.js';
import type { ServerQueue } from './served-queue.js';
import { createServerQueue } from './server-queue.js';
import type { ServiceOptions } from '../settings/service-options.js';
import type { TraceExporter } from '../tracing/trace-exporter.js';
import { createStrength, type Strength } from './strength.js';
import { createStressTests, type StressTests } from './stress-tests.js';
import { createWorkspaceFiles, namedClientFiles, type WorkspaceFiles } from './workspace-files.js';

/** All operations of the service, independent of HTTP. */
export interface Service {
  readonly options: ServiceOptions;
  readonly files: WorkspaceFiles;
  readonly environments: Environments;
  readonly configuration: Configuration;
  readonly executions: Executions;
  readonly reports: KeptReports;
  readonly history: HistoryAccess;
  readonly results: Results;
  readonly stress: StressTests;
  readonly imports: Imports;
  readonly mock: MockControl;
  readonly contracts: Contracts;
  readonly strength: Strength;
  readonly recording: RecordControl;
  readonly events: EventBus;
  readonly engine: Engine;
  readonly queue: ServerQueue;
  /** Resolves when the history has been opened or its problem has been logged, which takes a thread some time. */
  readonly ready: Promise<void>;
  health(): Promise<Health>;
  /**
   * Waits for running work, writes pending data and releases all resources; the caller must have cancelled the
   * work before.
   */
  close(): Promise<void>;
}

export interface Health {
  /** Whole seconds since the start. */
  readonly uptime: number;
  readonly history: 'ok' | 'unavailable' | 'off';
  readonly watcher: 'on' | 'polling' | 'off';
  readonly config: 'ok' | 'none' | 'invalid';
  /** How many runs wait for the history of a team. */
  readonly historySpooled?: number;
  /** Absent without a queue. */
  readonly queue?: 'ok' | 'unavailable';
}

/** Problems with config, history or watcher are only logged, so that the service starts anyway. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const started = performance.now();
  const queue = await createServerQueue(options);
  const events = createEventBus({
    onFault: (error) => options.log('error', `a listener of events failed: ${String(error)}`),
  });
  const engine = await openEngine(options, events);
  const configuration = createConfiguration(options, createEngineConfigParser(engine));
  // The first read reports problems of the config to the operator.
  await configuration.state();
  const config = await configuration.current().catch(() => NO_CONFIG);
  const history = await createHistoryAccess({ options, config });
  const ready = history.open();
  const environments = await openEnvironments(options, configuration, events);
  const results = createResults({ options, history });
  const files = await createWorkspaceFiles({
    options,
    configuration,
    engine,
    activeEnvironment: () => environments.active(),
    onChange: fileListener(events, results),
  });
  const parts = { options, engine, environments, events };
  const reports = createKeptReports(engine);
  const traces = await openTraces(options);
  const kept = { history, results, reports, traces };
  const executions = createExecutions({ ...parts, ...kept, files, log: options.log });
  const stress = createStressTests({ ...parts, configuration, history });
  const mock = createMockControl({ ...parts, configuration, files });
  const recording = createRecordControl({ options, configuration, engine, environments });
  return {
    options,
    files,
    environments,
    configuration,
    executions,
    reports,
    history,
    results,
    stress,
    imports: createImports({ options, engine }),
    mock,
    contracts: createContracts(parts),
    strength: createStrength({ ...parts, history }),
    recording,
    events,
    engine,
    queue,
    ready,
    health: () => healthOf(started, { history, files, configuration, queue }),
    close: async () => {
      await Promise.all([executions.close(), mock.close(), recording.close()]);
      await Promise.all([stress.control.close(), files.close()]);
      await Promise.all([engine.close(), history.close(), queue.close(), traces?.close()]);
    },
  };
}

/** Stands in this thread, since engine threads end when they are idle or do not respond. */
async function openTraces({ tracing, process, log }: ServiceOptions): Promise<TraceExporter | undefined> {
  if (tracing?.otlp === undefined) return undefined;
  const { TraceExporter } = await import('../tracing/trace-exporter.js');
  const onWarning = (message: string): void => log('warn', message);
  return new TraceExporter(tracing.otlp, { process, onWarning, warnsAgain: true, closeMs: CLOSE_TRACES_MS });
}

/** A server that shuts down has less than five seconds for everything. */
const CLOSE_TRACES_MS = 2000;

function openEnvironments(
  options: ServiceOptions,
  configuration: Configuration,
  events: EventBus,
): Promise<Environments> {
  return createEnvironments({
    configuration,
    first: options.environment,
    clientNames: () => clientNames(options, configuration),
    onActivated: (name) => events.emit('environment_changed', { name }),
    onWarning: (message) => options.log('warn', message),
  });
}

async function clientNames(
  options: ServiceOptions,
  configuration: Configuration,
): Promise<ReadonlyMap<string, string>> {
  const named = await namedClientFiles({ options, configuration });
  if (named === undefined) return new Map();
  const { findClientNames } = await import('../files/client-env-listing.js');
  return findClientNames(options.root, named);
}

async function healthOf(
  started: number,
  { history, files, configuration, queue }: Pick<Service, 'history' | 'files' | 'configuration' | 'queue'>,
): Promise<Health> {
  const waiting = await history.waiting();
  return {
    uptime: Math.floor((performance.now() - started) / 1000),
    history: await history.state(),
    watcher: files.watching,
    config: await configuration.state(),
    ...(waiting !== undefined && { historySpooled: waiting }),
    ...(queue.state !== undefined && { queue: queue.state }),
  };
}

function fileListener(
  events: EventBus,
  results: Results,
): Parameters<typeof createWorkspaceFiles>[0]['onChange'] {
  return ({ path, operation }) => {
    if (operation === 'remove') results.forgetFile(path);
    events.emit('file_changed', { path, operation });
  };
}

const NO_CONFIG = { config: {}, directory: undefined };
