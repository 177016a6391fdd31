import { ServiceError } from '../../errors.js';
import type { EventPayloads } from '../../events/event.js';
import { runResultBytes } from '../../events/run-result-bytes.js';
import { toRecentResults } from './recent-history.js';
import { toRunRowJson } from '../../history/to-run-rows.js';
import { offAbort, onAbort } from '../../http/message/abort.js';
import type { SharedConnections } from '../../http/connections/shared-connections.js';
import { countExpectedResults } from '../../runner/expected-results.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { SELECT_ALL } from '../../runner/plan/options.js';
import type { FilePlan, RunPlan } from '../../runner/plan/plan.js';
import type { FileOutcome } from '../../runner/outcome/result.js';
import { openRun } from '../../runner/run.js';
import { runFiles } from '../../runner/run-files.js';
import type { RunRequest } from '../../runner/plan/run-input.js';
import type { ExecutionInput, ExecutionOutput } from './execution-request.js';
import { createProgressListener } from './execution-progress.js';
import { summarizeResults } from './summarize-results.js';
import type { OperationContext } from '../files/operation-context.js';
import type { PlanCache } from './plan-cache.js';
import { brokenPlanMessage } from '../files/refuse-file.js';
import type { RunSettings } from '../settings/run-settings.js';

/** The state that executions in one thread share. */
export interface ExecutionParts extends OperationContext {
  readonly plans: PlanCache;
  readonly connections: SharedConnections;
}

/** The callbacks of a running execution. */
export interface ExecutionContext {
  /** Aborted when the execution is to leave no trace. */
  readonly signal: AbortSignal;
  /** Sets the listener for a client that stops the execution and keeps what has finished. */
  readonly onStop: (listener: () => void) => void;
  /** Called when the path is valid; the file itself is checked afterwards. */
  readonly onStart: (path: string) => void;
  readonly onProgress: (progress: EventPayloads['request_progress']) => void;
  /** Whether events have listeners. */
  readonly hasListeners: () => boolean;
  /** Called before the first request may be sent. */
  readonly onSending: () => void;
  /** Called with the line of each assertion before it is evaluated, and with undefined after the last one. */
  readonly onEvaluating: (line: number | undefined) => void;
}

/** Runs the requests of a file like `svc run`; failed requests are results. */
export async function performExecution(
  input: ExecutionInput,
  parts: ExecutionParts,
  context: ExecutionContext,
): Promise<ExecutionOutput> {
  const { signal, onStop } = context;
  const running = new AbortController();
  // The requests end both when the client goes away and when one stops the execution.
  const abort = (): void => running.abort(signal.reason);
  onAbort(signal, abort);
  if (signal.aborted) abort();
  onStop(() => running.abort(new ServiceError('cancelled', 'the execution was stopped')));
  try {
    return await executeUntil(running.signal, input, parts, context);
  } finally {
    offAbort(signal, abort);
  }
}

async function executeUntil(
  running: AbortSignal,
  { id, request, isStored }: ExecutionInput,
  parts: ExecutionParts,
  context: ExecutionContext,
): Promise<ExecutionOutput> {
  const { files, fileAccess, plans, connections, options } = parts;
  const { signal } = context;
  const { path, parsed } = await files.checkPath(request.file);
  if (context.hasListeners()) context.onStart(path);
  const settings = await settingsFor(request, parts);
  const runnable = await files.load(request.file, parsed);
  signal.throwIfAborted();
  const run: RunRequest = {
    files: [runnable],
    options: settings.options,
    fileAccess,
    process: options.process,
    signal: running,
    connect: connections.connect,
    onEvaluating: context.onEvaluating,
  };
  const plan = await plans.of(runnable.file, run);
  const { outcome, secrets } = await outcomeOf(run, plan, { id, file: path }, parts, context);
  // A cancelled execution leaves no trace.
  signal.throwIfAborted();
  const environment = settings.options.environmentName;
  const endedAtMs = Date.now();
  const summaries = summarizeResults(outcome, { id, environment, endedAtMs });
  return {
    ...runResultBytes(outcome, { id, environment, cancelled: running.aborted, secrets }),
    summaries,
    isWhole: !request.requestName && summaries.keys.length === outcome.results.length,
    rows: isStored ? toRunRowJson(outcome, options.root, environment, secrets, 'server') : undefined,
    recent: toRecentResults(outcome, endedAtMs),
  };
}

/** The settings are read for each execution and stay the same until it ends. */
async function settingsFor(
  { requestName, environment }: ExecutionInput['request'],
  parts: ExecutionParts,
): Promise<RunSettings> {
  const settings = await parts.settings.of(environment);
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
  { hasListeners, onProgress, onSending }: ExecutionContext,
): Promise<{ readonly outcome: FileOutcome; readonly secrets: SecretSet }> {
  const filePlan = requireSoundPlan(plan, file);
  const run = openRun(request, plan);
  try {
    const sizes = await countExpectedResults(filePlan, run);
    onSending();
    const ended = await runFiles(
      run,
      plan,
      createProgressListener({ id, file, sizes, hasListeners, onProgress }),
    );
    for (const problem of ended.problems ?? []) log('warn', problem, { file });
    const [outcome] = ended.files;
    if (outcome === undefined) throw new ServiceError('internal', `${file} has no outcome`);
    return { outcome, secrets: run.secrets };
  } finally {
    run.close();
  }
}

/** Only a cycle through other files can be found here: the file itself was checked when it was loaded. */
function requireSoundPlan({ files: [plan] }: RunPlan, path: string): FilePlan {
  if (plan === undefined) throw new ServiceError('internal', `${path} has no plan`);
  if (plan.broken.length === 0) return plan;
  throw new ServiceError('request-file', brokenPlanMessage(path, plan.broken));
}
