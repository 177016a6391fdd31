import { ServiceError } from '../../errors.js';
import type { EventPayloads } from '../../events/event.js';
import { runResultBytes } from '../../events/run-result.js';
import { recentResults } from '../../history/recent.js';
import { runRowJson } from '../../history/to-run-rows.js';
import type { SharedConnections } from '../../http/connections/shared-connections.js';
import { expectedResults } from '../../runner/expected-results.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { SELECT_ALL } from '../../runner/plan/options.js';
import type { FilePlan, RunPlan } from '../../runner/plan/plan.js';
import type { FileOutcome } from '../../runner/outcome/result.js';
import { openRun } from '../../runner/run.js';
import { runFiles } from '../../runner/run-files.js';
import type { FileAccess, RunRequest } from '../../runner/plan/run-input.js';
import type { Configuration } from '../settings/configuration.js';
import type { Execute, Executed } from './execution-request.js';
import { progressListener } from './execution-progress.js';
import type { IndexedFiles } from '../files/indexed-files.js';
import type { PlanCache } from './plan-cache.js';
import { brokenMessage } from '../files/refused-file.js';
import type { RunSettings } from '../settings/run-options.js';
import type { ServerSettings, SettingsOptions } from '../settings/server-settings.js';

/** What executions in one thread share. */
export interface ExecutionParts {
  readonly options: SettingsOptions;
  readonly files: Pick<IndexedFiles, 'judge' | 'load'>;
  readonly configuration: Pick<Configuration, 'current'>;
  readonly settings: ServerSettings;
  readonly fileAccess: FileAccess;
  readonly plans: PlanCache;
  readonly connections: SharedConnections;
}

/** What an execution reports while it runs. */
export interface ExecutionContext {
  readonly signal: AbortSignal;
  /** The path is one of the workspace; whether there is a file that can be run is seen now. */
  readonly onStart: (path: string) => void;
  readonly onProgress: (progress: EventPayloads['request_progress']) => void;
  /** Whether anybody wants to know of the progress. */
  readonly isHeard: () => boolean;
  /** From now on something may have been sent. */
  readonly onSending: () => void;
  /** Called with the line of each assertion before it is evaluated, and with undefined after the last. */
  readonly onEvaluating: (line: number | undefined) => void;
}

/** Runs the requests of a file as `svc run` does; failed requests are results. */
export async function performExecution(
  { id, request, isStored }: Execute,
  parts: ExecutionParts,
  context: ExecutionContext,
): Promise<Executed> {
  const { files, fileAccess, plans, connections, options } = parts;
  const { signal } = context;
  const { path, parsed: known } = await files.judge(request.file);
  if (context.isHeard()) context.onStart(path);
  const settings = await settingsFor(request, parts);
  const runnable = await files.load(request.file, known);
  signal.throwIfAborted();
  const run: RunRequest = {
    files: [runnable],
    options: settings.options,
    fileAccess,
    process: options.process,
    signal,
    connect: connections.connect,
    onEvaluating: context.onEvaluating,
  };
  const plan = await plans.of(runnable.file, run);
  const { outcome, secrets } = await outcomeOf(run, plan, { id, file: path }, parts, context);
  // What was cancelled leaves no trace.
  signal.throwIfAborted();
  const environment = settings.options.environmentName;
  return {
    json: runResultBytes(outcome, { id, environment }),
    rows: isStored ? runRowJson(outcome, options.root, environment, secrets, 'server') : undefined,
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

async function outcomeOf(
  request: RunRequest,
  plan: RunPlan,
  { id, file }: { readonly id: string; readonly file: string },
  { options: { log } }: ExecutionParts,
  { isHeard, onProgress, onSending }: ExecutionContext,
): Promise<{ readonly outcome: FileOutcome; readonly secrets: SecretSet }> {
  const filePlan = soundPlan(plan, file);
  const run = openRun(request);
  try {
    const sizes = await expectedResults(filePlan, run);
    onSending();
    const ended = await runFiles(run, plan, progressListener({ id, file, sizes, isHeard, onProgress }));
    for (const problem of ended.problems ?? []) log('warn', problem, { file });
    const [outcome] = ended.files;
    if (outcome === undefined) throw new ServiceError('internal', `${file} has no outcome`);
    return { outcome, secrets: run.secrets };
  } finally {
    run.close();
  }
}

/** Only a dependency cycle through other files is left to find: the file itself was checked when it was loaded. */
function soundPlan({ files: [plan] }: RunPlan, path: string): FilePlan {
  if (plan === undefined) throw new ServiceError('internal', `${path} has no plan`);
  const [problem] = plan.broken;
  if (problem === undefined) return plan;
  throw new ServiceError('request-file', brokenMessage(path, [problem]));
}
