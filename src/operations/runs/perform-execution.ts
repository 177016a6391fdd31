import { ServiceError } from '../../errors.js';
import type { EventPayloads } from '../../events/event.js';
import { runResultBytes } from '../../events/run-result-bytes.js';
import { toRecentResults } from './recent-history.js';
import { toRunRowJson } from '../../history/to-run-rows.js';
import { offAbort, onAbort } from '../../primitives/stop-signal.js';
import type { SharedConnections } from '../../http/connections/shared-connections.js';
import type { SpanContext } from '../../reports/traces/span-json.js';
import { countExpectedResults } from '../../runner/expected-results.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { planRun, type FilePlan, type RunPlan } from '../../runner/plan/plan.js';
import type { FileOutcome } from '../../runner/outcome/result.js';
import { selectsEverything } from '../../runner/plan/selection.js';
import { openRun } from '../../runner/run.js';
import { runFiles } from '../../runner/run-files.js';
import type { RunnableFile, RunRequest } from '../../runner/plan/run-input.js';
import { withClientAccess } from '../settings/client-source.js';
import type { ExecutionInput, ExecutionOutput } from './execution-request.js';
import { selectionOf } from './execution-selection.js';
import { createProgressListener } from './execution-progress.js';
import { summarizeResults } from './summarize-results.js';
import { BodyBound, collectBodies } from './whole-bodies.js';
import type { OperationContext } from '../files/operation-context.js';
import type { PlanCache } from './plan-cache.js';
import { brokenPlanMessage } from '../files/refuse-file.js';
import type { RunSettings } from '../settings/run-settings.js';
import { toReportSource } from './report-source.js';

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
  const loaded = await (request.skipInvalid
    ? files.loadValid(request.file, parsed)
    : files.load(request.file, parsed));
  const { settings, runnable } = await settingsFor(request, loaded, parts);
  signal.throwIfAborted();
  const run: RunRequest = {
    files: [runnable],
    options: settings.options,
    fileAccess: withClientAccess(fileAccess, settings),
    process: options.process,
    signal: running,
    connect: connections.connect,
    onEvaluating: context.onEvaluating,
    askSecret: parts.askSecret,
  };
  // A cached plan has the values of the environment files at the time of its first use.
  const plan = await (runnable.client ? planRun(run) : plans.of(runnable.file, run));
  const { outcome, secrets } = await outcomeOf(run, plan, { id, file: path }, parts, context);
  // A cancelled execution leaves no trace.
  signal.throwIfAborted();
  const environment = settings.options.environmentName;
  const endedAtMs = Date.now();
  const summaries = summarizeResults(outcome, { id, environment, endedAtMs });
  return {
    ...runResultBytes(outcome, { id, environment, cancelled: running.aborted, secrets }),
    summaries,
    isWhole:
      selectsEverything(settings.options.selection) && summaries.keys.length === outcome.results.length,
    rows: isStored ? toRunRowJson(outcome, options.root, environment, secrets, 'server') : undefined,
    reportSource: request.reports ? toReportSource(outcome, environment, secrets) : undefined,
    spans: options.tracing?.otlp && (await spansOf(outcome, { secrets, environment, now: endedAtMs })),
    recent: toRecentResults(outcome, endedAtMs),
    ...collectBodies(outcome),
  };
}

async function spansOf({ results }: FileOutcome, context: SpanContext): Promise<readonly string[]> {
  const { spanLines } = await import('../../reports/traces/span-json.js');
  return spanLines(results, context);
}

/** The settings are read for each execution and stay the same until it ends. */
async function settingsFor(
  request: ExecutionInput['request'],
  loaded: RunnableFile,
  parts: ExecutionParts,
): Promise<{ readonly settings: RunSettings; readonly runnable: RunnableFile }> {
  const found = await parts.settings.forRun(request.environment, [loaded]);
  const { settings } = found;
  const selection = selectionOf(request);
  const { parallel = settings.options.parallel, concurrency = settings.options.concurrency } = request;
  const { skipUnsupported = false } = request;
  return {
    settings: {
      ...settings,
      options: { ...settings.options, selection, parallel, concurrency, skipUnsupported },
    },
    runnable: found.files[0] ?? loaded,
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
    const report = createProgressListener({ id, file, sizes, hasListeners, onProgress });
    const bound = new BodyBound();
    const ended = await runFiles(run, plan, (event) => {
      bound.note(event);
      report(event);
    });
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
