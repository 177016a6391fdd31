import { ServiceError } from '../errors.js';
import type { EventPayloads } from '../events/event.js';
import { runResultBytes } from '../events/run-result.js';
import { recentResults } from '../history/recent.js';
import { runRowBytes } from '../history/to-run-rows.js';
import type { SharedConnections } from '../http/shared-connections.js';
import { expectedResults, hasDataRows } from '../runner/expected-results.js';
import { SELECT_ALL } from '../runner/options.js';
import type { FilePlan, RunPlan } from '../runner/plan.js';
import type { FileOutcome } from '../runner/result.js';
import type { RunDoors } from '../runner/run-input.js';
import type { Configuration } from './configuration.js';
import type { Execute, Executed } from './engine/engine-operations.js';
import { executeFiles, knownSecrets, runInput, type Execution } from './execute-files.js';
import { progressListener } from './execution-progress.js';
import type { IndexedFiles } from './indexed-files.js';
import type { KnownPlans } from './known-plans.js';
import { brokenMessage } from './refused-file.js';
import type { RunSettings } from './run-options.js';
import type { ServerSettings, SettingsOptions } from './server-settings.js';

/** What executions in one thread share. */
export interface ExecutionParts {
  readonly options: SettingsOptions;
  readonly files: Pick<IndexedFiles, 'judge' | 'load'>;
  readonly configuration: Pick<Configuration, 'current'>;
  readonly settings: ServerSettings;
  readonly fileAccess: RunDoors;
  readonly plans: KnownPlans;
  readonly connections: SharedConnections;
}

/** What an execution reports while it runs. */
export interface ExecutionContext {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: EventPayloads['request_progress']) => void;
  /** Whether anybody wants to know of the progress. */
  readonly isHeard: () => boolean;
  /** From now on something may have been sent. */
  readonly onSending: () => void;
  /** Called with the line of each assertion before it is evaluated. */
  readonly onEvaluating: (line: number) => void;
}

/** Runs the requests of a file as `svc run` does; failed requests are results. */
export async function performExecution(
  { id, request, isStored }: Execute,
  parts: ExecutionParts,
  context: ExecutionContext,
): Promise<Executed> {
  const { files, fileAccess, plans, connections, options } = parts;
  const { signal } = context;
  const { path, known } = await files.judge(request.file);
  const settings = await settingsFor(request, parts);
  const runnable = await files.load(request.file, known);
  signal.throwIfAborted();
  const planned = [runnable];
  const execution: ExecutionDraft = {
    files: planned,
    settings,
    doors: fileAccess,
    plan: undefined,
    process: options.process,
    signal,
    onEvent: ignore,
    onWarning: (warning) => options.log('warn', warning),
    secrets: knownSecrets(settings, planned),
    connect: connections.connect,
  };
  const planInput = { files: planned, options: settings.options, loadFile: fileAccess.loadFile };
  const plan = await plans.of(runnable.file, planInput);
  const filePlan = soundPlan(plan, path);
  const sizes = hasDataRows(filePlan)
    ? await expectedResults(filePlan, runInput(execution))
    : filePlan.steps.map(() => 1);
  execution.plan = plan;
  execution.onEvent = progressListener({
    id,
    file: path,
    sizes,
    isHeard: context.isHeard,
    onProgress: context.onProgress,
  });
  context.onSending();
  const outcome = await outcomeOf(execution, path, options);
  // What was cancelled leaves no trace.
  signal.throwIfAborted();
  const environment = settings.options.environmentName;
  const { secrets } = execution;
  return {
    json: runResultBytes(outcome, { id, environment }),
    rows: isStored ? runRowBytes(outcome, options.root, environment, secrets, 'server') : undefined,
    recent: recentResults(outcome, Date.now()),
  };
}

/** Read anew for each execution, and the same until its end. */
async function settingsFor(
  { requestName, environment }: Execute['request'],
  { configuration, settings: known }: ExecutionParts,
): Promise<RunSettings> {
  const settings = await known.of(await configuration.current(), environment);
  if (requestName === undefined || requestName === '') return settings;
  return {
    ...settings,
    options: { ...settings.options, selection: { ...SELECT_ALL, exactName: requestName } },
  };
}

async function outcomeOf(execution: Execution, path: string, { log }: SettingsOptions): Promise<FileOutcome> {
  const run = await executeFiles(execution);
  for (const problem of run.problems ?? []) log('warn', problem, { file: path });
  const [outcome] = run.files;
  if (outcome === undefined) throw new ServiceError('internal', `${path} has no outcome`);
  return outcome;
}

/** All keys from the start: objects of one shape are what the engine is quick with. */
type ExecutionDraft = Omit<Execution, 'plan' | 'onEvent'> & {
  plan: RunPlan | undefined;
  onEvent: Execution['onEvent'];
};

function ignore(): void {}

/** Only a dependency cycle through other files is left to find: the file itself was checked when it was loaded. */
function soundPlan({ files: [plan] }: RunPlan, path: string): FilePlan {
  if (plan === undefined) throw new ServiceError('internal', `${path} has no plan`);
  const [problem] = plan.broken;
  if (problem === undefined) return plan;
  throw new ServiceError('request-file', brokenMessage(path, [problem]));
}
