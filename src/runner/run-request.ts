/** Runs one request with its conditions, data rows and attempts. */
import type { ResponseView } from '../evaluation/response/response-view.js';
import type { Scope, ScopeChanges } from '../evaluation/variables/scope.js';
import type { LoopItem } from '../evaluation/variables/scope-sources.js';
import { VariableFailure } from '../evaluation/variables/variable-failure.js';
import type { Exchange } from '../http/message/message.js';
import { cleanFailure, runAttempt } from './attempt.js';
import type { FileContext } from './file-context.js';
import { forgetGiven, withTrace, type RequestExecution } from './request-execution.js';
import { cutTemplate } from '../request-file/text/template.js';
import { givenNames } from '../request-file/model/all-checks.js';
import { interpolatedTexts } from '../request-file/model/references.js';
import type { Request } from '../request-file/model/model.js';
import { unsupportedRequest, unsupportedSkipReason } from '../request-file/model/unsupported-request.js';
import type { DataRow } from './plan/data-rows.js';
import {
  createCancelledOutcome,
  requestOutcome,
  resultName,
  createSkippedOutcome,
  UNSENT,
  type AttemptResult,
  type ResultPlace,
} from './outcome/outcome.js';
import { settleLater, withSecrets } from './commands/secrets/with-secrets.js';
import { mayPause, meetsConditions, sleep, unconfirmed, waitForStart } from './request-start.js';
import { hasLineBreak } from './prepare/prepare-request.js';
import type { Step } from './plan/plan.js';
import type { RequestOutcome } from './outcome/result.js';
import { resolveAttemptSettings, isFinal } from './outcome/retry.js';
import { fetchTokens, resolveAttempt } from './resolve-request.js';
import { StepFailure, type Failure } from './outcome/step-failure.js';

/** Receives the results of requests. */
export interface Reporter {
  /** Called before each further row: the reason why nothing new starts, or empty. */
  stopReason(): string;
  /** Whether there are as many results as the run may have: then one result stands for all rows that follow. */
  isFull?(): boolean;
  requestStart(place: ResultPlace, skipped: boolean): void;
  /** The outcome is created later, while the next response is awaited. */
  requestEnd(place: ResultPlace, failed: boolean, outcome: () => RequestOutcome): void;
}

export interface RequestEnd {
  /** Whether all results of the request passed. */
  readonly passed: boolean;
  /** The captures of the last execution. */
  readonly captures: Readonly<Record<string, unknown>>;
  readonly view: ResponseView | undefined;
}

/** Reports a request that could not be prepared. */
export function failRequest(
  execution: RequestExecution,
  step: Step,
  reporter: Reporter,
  error: unknown,
): RequestEnd {
  return fail(execution, { step, row: undefined, last: true }, reporter, error);
}

/** Reports one result for each row. */
export function runRequest(execution: RequestExecution, step: Step, reporter: Reporter): Promise<RequestEnd> {
  const { data, each, loop, if: wanted, unless } = execution.request.metadata;
  const place: ResultPlace = { step, row: undefined, last: true };
  // Its rows need not be there, unless a condition asks for them.
  if (unsupportedRequest(execution.request) && !wanted && !unless) return runOnce(execution, place, reporter);
  if (data !== undefined) return runRows(execution, data, step, reporter);
  if (each !== undefined || loop !== undefined) return runElements(execution, step, reporter);
  return runOnce(execution, place, reporter);
}

async function runRows(
  execution: RequestExecution,
  data: string,
  step: Step,
  reporter: Reporter,
): Promise<RequestEnd> {
  const { file, scope } = execution;
  const alone: ResultPlace = { step, row: undefined, last: true };
  const { chooseRows, loadRows } = await import('./plan/data-rows.js');
  let rows: readonly DataRow[];
  let isText: boolean;
  try {
    const path = await withSecrets(file.run, () => scope.text(data));
    isText = !/\.json$/i.test(path);
    rows = await loadRows(path, file.runnable.directory, file.run.fileAccess.readFile);
  } catch (error) {
    return fail(execution, alone, reporter, error);
  }
  if (rows.length === 0) return skip(execution, alone, reporter, 'no data rows');
  // A request that others depend on runs with all of its rows.
  const chosen = chooseRows(rows, step.pulledIn ? undefined : file.run.options.selection.rows);
  if (chosen.length === 0) return skip(execution, alone, reporter, 'no such data row');
  return runEach(
    execution,
    chosen.map(([number, row]) => [number, { row, rowIsText: isText }] as const),
    step,
    reporter,
  );
}

/** `@each`, and `@loop` of another client; a loop with a condition or an expression is sent once. */
async function runElements(execution: RequestExecution, step: Step, reporter: Reporter): Promise<RequestEnd> {
  const alone: ResultPlace = { step, row: undefined, last: true };
  const [{ loopItems }, { chooseRows }] = await Promise.all([
    import('./plan/loop-items.js'),
    import('./plan/data-rows.js'),
  ]);
  let items: readonly LoopItem[] | undefined;
  try {
    items = await withSecrets(execution.file.run, () => loopItems(execution.request, execution.scope));
  } catch (error) {
    return fail(execution, alone, reporter, error);
  }
  if (items === undefined) return runOnce(execution, alone, reporter);
  if (items.length === 0) return skip(execution, alone, reporter, 'no elements');
  const { rows } = execution.file.run.options.selection;
  const chosen = chooseRows(items, step.pulledIn ? undefined : rows);
  if (chosen.length === 0) return skip(execution, alone, reporter, 'no such element');
  const executions = chosen.map(([number, loop]) => [number, { loop }] as const);
  return runEach(execution, executions, step, reporter);
}

/** One execution for each change of the scope, with its number from 1. */
async function runEach(
  execution: RequestExecution,
  changes: readonly (readonly [number: number, change: ScopeChanges])[],
  step: Step,
  reporter: Reporter,
): Promise<RequestEnd> {
  const { scope } = execution;
  let end: RequestEnd = NOTHING;
  let passed = true;
  for (const [index, [number, change]] of changes.entries()) {
    const isFull = index > 0 && reporter.isFull?.() === true;
    const place = { step, row: number, last: isFull || index === changes.length - 1 };
    const reason = index === 0 ? '' : reporter.stopReason();
    if (reason === '') {
      const ofRow = {
        ...execution,
        scope: scope.with(change),
        resultName: resultName(place),
      };
      end = await runOnce(ofRow, place, reporter);
    } else end = skip(execution, place, reporter, reason);
    passed &&= end.passed;
    if (isFull) break;
  }
  return { ...end, passed };
}

async function runOnce(
  execution: RequestExecution,
  place: ResultPlace,
  reporter: Reporter,
): Promise<RequestEnd> {
  const { if: wanted, unless, note } = execution.request.metadata;
  try {
    if ((wanted || unless) && !(await meetsConditions(execution))) {
      return skip(execution, place, reporter, 'condition not met');
    }
    const unsupported = unsupportedRequest(execution.request);
    if (unsupported && execution.file.run.options.skipUnsupported)
      return skip(execution, place, reporter, unsupportedSkipReason(unsupported));
    if (unsupported) throw new StepFailure('unsupported', unsupported.message);
    const refused = note === undefined ? '' : await unconfirmed(execution);
    if (refused !== '') return skip(execution, place, reporter, refused);
    if (mayPause(execution)) {
      await waitForStart(execution);
      const reason = reporter.stopReason();
      if (reason !== '') return skip(execution, place, reporter, reason);
    }
  } catch (error) {
    return fail(execution, place, reporter, error);
  }
  reporter.requestStart(place, false);
  return runAttempts(execution, place, reporter);
}

/** Each attempt resolves the request again, since functions are evaluated for every attempt. */
async function runAttempts(
  untraced: RequestExecution,
  place: ResultPlace,
  reporter: Reporter,
): Promise<RequestEnd> {
  const { request, file, scope } = untraced;
  const execution = file.run.options.traceparent ? await withTrace(untraced) : untraced;
  const { trace } = execution;
  const { options, signal, clock, beforeRequest, checkRequest } = file.run;
  let attempt: AttemptResult = UNSENT;
  let attempts = 0;
  let wasSent = false;
  const earlier: Exchange[] = [];
  try {
    checkRequest?.(request);
    const { timeout, retries, retryDelay } = await withSecrets(file.run, () =>
      resolveAttemptSettings(request.metadata, scope, options),
    );
    if (request.metadata['sleep'] !== undefined) await withSecrets(file.run, () => sleep(execution));
    if (file.runnable.client) await withSecrets(file.run, () => fetchTokens(execution, timeout));
    for (;;) {
      const resolved = await withSecrets(file.run, () => resolveAttempt(execution));
      if (attempts === 0 && file.run.commandSecrets) await settleLaterTexts(execution);
      if (attempts === 0 && beforeRequest) await beforeRequest(request, file.runnable);
      attempts++;
      attempt = await runAttempt(execution, resolved, timeout);
      wasSent ||= attempt.exchanges.length > 0;
      trace?.end(attempt.duration);
      if (attempts > retries || isFinal(attempt, request.metadata.retryOn)) break;
      if (!(await clock.sleep(retryDelay, signal))) break;
      if (options.keepExchanges) earlier.push(...attempt.exchanges);
      forgetGiven(execution);
    }
  } catch (error) {
    attempt = unsent(request, scope, cleanFailure(await withDefinition(error, file), file));
  }
  if (wasSent) file.run.pace.end();
  const last = earlier.length === 0 ? attempt : { ...attempt, exchanges: [...earlier, ...attempt.exchanges] };
  const isStopped = options.mode === 'server' && signal.aborted && last.failure?.kind === 'cancelled';
  reporter.requestEnd(place, !last.passed, () =>
    isStopped
      ? createCancelledOutcome(place, last, attempts, options)
      : requestOutcome(place, last, attempts, options, trace),
  );
  return last;
}

/** Hooks, checks and included files are resolved late, when it would be too late not to send the request. */
function settleLaterTexts({ request, file, scope }: RequestExecution): Promise<void> {
  const { run } = file;
  const headers = request.metadata.waitFor === undefined ? [] : run.defaults.list.map(({ pair }) => pair[1]);
  return settleLater(run, scope, [...interpolatedTexts(request), ...headers], givenNames(request));
}

/** Names an environment file of another client that defines the missing variable, but lies elsewhere. */
async function withDefinition(error: unknown, { run }: FileContext): Promise<unknown> {
  if (!(error instanceof VariableFailure) || error.unresolved === undefined) return error;
  const file = await run.fileAccess.findDefinition?.(error.unresolved);
  if (file === undefined) return error;
  return new VariableFailure(`${error.message}; ${file} defines it: use --client-env ${file}`);
}

const NOTHING: RequestEnd = { passed: false, captures: {}, view: undefined };

function skip(
  { file }: RequestExecution,
  place: ResultPlace,
  reporter: Reporter,
  reason: string,
): RequestEnd {
  reporter.requestStart(place, true);
  reporter.requestEnd(place, false, () => createSkippedOutcome(place, reason, file.run.options));
  return NOTHING;
}

function fail(
  { request, file, scope }: RequestExecution,
  place: ResultPlace,
  reporter: Reporter,
  error: unknown,
): RequestEnd {
  const attempt = unsent(request, scope, cleanFailure(error, file));
  reporter.requestStart(place, false);
  reporter.requestEnd(place, true, () => requestOutcome(place, attempt, 0, file.run.options));
  return NOTHING;
}

/** Method and URL are shown as far as they could be resolved. */
function unsent({ method, url }: Request, scope: Scope, failure: Failure): AttemptResult {
  const values = new Map<string, string>();
  const pieces = cutTemplate(url).map((piece) => {
    if (piece.kind === 'text') return piece.text;
    const value =
      values.get(piece.source) ??
      (values.size < MAX_RESOLVED_PLACEHOLDERS ? valueOf(piece.source, scope) : piece.source);
    values.set(piece.source, value);
    return value;
  });
  return { ...UNSENT, failure, sent: { method, url: pieces.join(''), headers: [], text: undefined } };
}

/** A failed look-up of a value takes long, and a URL with more placeholders is not readable anyway. */
const MAX_RESOLVED_PLACEHOLDERS = 100;

/** Returns the placeholder itself when it has no value, or none that a URL can hold. */
function valueOf(placeholder: string, scope: Scope): string {
  try {
    const value = scope.text(placeholder);
    return hasLineBreak(value) ? placeholder : value;
  } catch {
    return placeholder;
  }
}
