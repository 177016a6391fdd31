/** One request from its gate to its results: conditions, rows and attempts (language 9.3, 9.4, 9.6). */
import { conditionHolds } from '../evaluation/condition.js';
import type { ResponseView } from '../evaluation/response-view.js';
import type { Scope } from '../evaluation/scope.js';
import { redacted, runAttempt } from './attempt.js';
import type { Job } from './attempt-job.js';
import { loadRows, type DataRow } from './data-rows.js';
import type { FileContext } from './file-context.js';
import {
  requestOutcome,
  resultName,
  skippedOutcome,
  UNSENT,
  type Attempt,
  type ResultPlace,
} from './outcome.js';
import { pause } from './pause.js';
import type { Step } from './plan.js';
import { resolveRequest, type ResolvedRequest } from './resolve-request.js';
import type { RequestOutcome } from './result.js';
import { attemptSettings, isFinal } from './retry.js';
import { failureOf } from './step-failure.js';

export interface RequestRun {
  readonly step: Step;
  readonly file: FileContext;
  readonly scope: Scope;
  /** Under which captures are stored: its name, or something unique. */
  readonly captureId: string;
  readonly reporter: Reporter;
}

/** Who hears of results. */
export interface Reporter {
  /** Asked before each further row: why nothing new starts any more; empty when it does. */
  stopReason(): string;
  requestStart(place: ResultPlace, last: boolean): void;
  requestEnd(place: ResultPlace, last: boolean, outcome: RequestOutcome): void;
}

export interface RequestEnd {
  /** All of its results passed. */
  readonly passed: boolean;
  /** Of the last execution. */
  readonly captures: Readonly<Record<string, unknown>>;
  readonly view: ResponseView | undefined;
}

/** The results go to the reporter, one per row. */
export async function runRequest(run: RequestRun): Promise<RequestEnd> {
  const { step, file, scope } = run;
  const { data } = step.node.request.metadata;
  if (data === undefined) return await runOnce(run, { step, row: undefined }, scope, true);
  let rows: readonly DataRow[];
  let isText: boolean;
  try {
    const path = scope.text(data);
    isText = !/\.json$/i.test(path);
    rows = await loadRows(path, file.runnable.directory, file.run.input.readFile);
  } catch (error) {
    return finish(run, { step, row: undefined }, true, failed(error, file), 0);
  }
  if (rows.length === 0) return skip(run, { step, row: undefined }, true, 'no data rows');
  let end: RequestEnd = { passed: true, captures: {}, view: undefined };
  for (const [index, row] of rows.entries()) {
    const place = { step, row: index + 1 };
    const last = index === rows.length - 1;
    const next = await runOnce(run, place, scope.withRow(row, isText), last);
    end = { ...next, passed: end.passed && next.passed };
  }
  return end;
}

async function runOnce(
  run: RequestRun,
  place: ResultPlace,
  scope: Scope,
  last: boolean,
): Promise<RequestEnd> {
  const { file } = run;
  const { metadata } = place.step.node.request;
  // The gate of a request was just passed; that of its further rows was not.
  const reason = place.row === undefined || place.row === 1 ? '' : run.reporter.stopReason();
  if (reason !== '') return skip(run, place, last, reason);
  try {
    if ((metadata.if ?? metadata.unless) && !conditionsHold(metadata, scope)) {
      return skip(run, place, last, 'condition not met');
    }
  } catch (error) {
    return finish(run, place, last, failed(error, file), 0);
  }
  run.reporter.requestStart(place, last);
  const { attempt, attempts } = await runAttempts(run, place, scope);
  return end(run, place, last, attempt, attempts);
}

function conditionsHold(metadata: Step['node']['request']['metadata'], scope: Scope): boolean {
  const { if: wanted = [], unless = [] } = metadata;
  return (
    wanted.every((condition) => conditionHolds(condition, scope)) &&
    !unless.some((condition) => conditionHolds(condition, scope))
  );
}

/** Functions are evaluated anew for each attempt, so each one resolves the request again. */
async function runAttempts(
  { file, captureId }: RequestRun,
  place: ResultPlace,
  scope: Scope,
): Promise<{ attempt: Attempt; attempts: number }> {
  const { request } = place.step.node;
  const { run } = file;
  const job: Job = { request, file, scope, captureId, resultName: resultName(place) };
  let attempt: Attempt = UNSENT;
  let attempts = 0;
  try {
    const { timeout, retries, retryDelay } = attemptSettings(request.metadata, scope, run.options);
    for (;;) {
      const resolved: ResolvedRequest = resolveRequest(request, scope, run);
      attempts++;
      attempt = await runAttempt(job, resolved, timeout);
      if (attempts > retries || isFinal(attempt, request.metadata.retryOn)) break;
      if (!(await pause(retryDelay, run.input.signal))) break;
    }
  } catch (error) {
    attempt = failed(error, file);
  }
  return { attempt, attempts };
}

function failed(error: unknown, file: FileContext): Attempt {
  return { ...UNSENT, failure: redacted(failureOf(error), file) };
}

function skip(run: RequestRun, place: ResultPlace, last: boolean, reason: string): RequestEnd {
  run.reporter.requestStart(place, last);
  run.reporter.requestEnd(place, last, skippedOutcome(place, reason, run.file.run.options));
  return { passed: false, captures: {}, view: undefined };
}

function finish(
  run: RequestRun,
  place: ResultPlace,
  last: boolean,
  attempt: Attempt,
  attempts: number,
): RequestEnd {
  run.reporter.requestStart(place, last);
  return end(run, place, last, attempt, attempts);
}

function end(
  run: RequestRun,
  place: ResultPlace,
  last: boolean,
  attempt: Attempt,
  attempts: number,
): RequestEnd {
  run.reporter.requestEnd(place, last, requestOutcome(place, attempt, attempts, run.file.run.options));
  return { passed: attempt.passed, captures: attempt.captures, view: attempt.view };
}
