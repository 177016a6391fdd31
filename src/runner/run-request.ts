/** One request from its gate to its results: conditions, rows and attempts (language 9.3, 9.4, 9.6). */
import { conditionHolds } from '../evaluation/variables/condition.js';
import type { ResponseView } from '../evaluation/response/response-view.js';
import type { Scope } from '../evaluation/variables/scope.js';
import { cleanFailure, runAttempt } from './attempt.js';
import type { Job } from './attempt-job.js';
import { cutTemplate } from '../request-file/text/template.js';
import type { Request } from '../request-file/model/model.js';
import { loadRows, type DataRow } from './plan/data-rows.js';
import {
  requestOutcome,
  resultName,
  skippedOutcome,
  UNSENT,
  type Attempt,
  type ResultPlace,
} from './outcome/outcome.js';
import { pause } from './pause.js';
import { hasLineBreak } from './prepare/prepare-request.js';
import type { Step } from './plan/plan.js';
import { resolveRequest } from './resolve-request.js';
import type { RequestOutcome } from './outcome/result.js';
import { attemptSettings, isFinal } from './outcome/retry.js';
import type { Failure } from './outcome/step-failure.js';

/** Who hears of results. */
export interface Reporter {
  /** Asked before each further row: why nothing new starts any more; empty when it does. */
  stopReason(): string;
  requestStart(place: ResultPlace, skipped: boolean): void;
  /** The outcome is made when there is time for it. */
  requestEnd(place: ResultPlace, failed: boolean, outcome: () => RequestOutcome): void;
}

export interface RequestEnd {
  /** All of its results passed. */
  readonly passed: boolean;
  /** Of the last execution. */
  readonly captures: Readonly<Record<string, unknown>>;
  readonly view: ResponseView | undefined;
}

/** The results go to the reporter, one per row. */
export function runRequest(job: Job, step: Step, reporter: Reporter): Promise<RequestEnd> {
  const { data } = job.request.metadata;
  if (data !== undefined) return runRows(job, data, step, reporter);
  return runOnce(job, { step, row: undefined, last: true }, reporter);
}

async function runRows(job: Job, data: string, step: Step, reporter: Reporter): Promise<RequestEnd> {
  const { file, scope } = job;
  const alone: ResultPlace = { step, row: undefined, last: true };
  let rows: readonly DataRow[];
  let isText: boolean;
  try {
    const path = scope.text(data);
    isText = !/\.json$/i.test(path);
    rows = await loadRows(path, file.runnable.directory, file.run.fileAccess.readFile);
  } catch (error) {
    return fail(job, alone, reporter, error);
  }
  if (rows.length === 0) return skip(job, alone, reporter, 'no data rows');
  let end: RequestEnd = NOTHING;
  let passed = true;
  for (const [index, row] of rows.entries()) {
    const place = { step, row: index + 1, last: index === rows.length - 1 };
    const reason = index === 0 ? '' : reporter.stopReason();
    if (reason === '') {
      const ofRow = { ...job, scope: scope.withRow(row, isText), resultName: resultName(place) };
      end = await runOnce(ofRow, place, reporter);
    } else end = skip(job, place, reporter, reason);
    passed &&= end.passed;
  }
  return { ...end, passed };
}

function runOnce(job: Job, place: ResultPlace, reporter: Reporter): Promise<RequestEnd> {
  const { if: wanted, unless } = job.request.metadata;
  try {
    if ((wanted || unless) && !conditionsHold(wanted, unless, job.scope)) {
      return Promise.resolve(skip(job, place, reporter, 'condition not met'));
    }
  } catch (error) {
    return Promise.resolve(fail(job, place, reporter, error));
  }
  reporter.requestStart(place, false);
  return runAttempts(job, place, reporter);
}

export function conditionsHold(
  wanted: readonly string[] = [],
  unless: readonly string[] = [],
  scope: Scope,
): boolean {
  return (
    wanted.every((condition) => conditionHolds(condition, scope)) &&
    !unless.some((condition) => conditionHolds(condition, scope))
  );
}

/** Functions are evaluated anew for each attempt, so each one resolves the request again. */
async function runAttempts(job: Job, place: ResultPlace, reporter: Reporter): Promise<RequestEnd> {
  const { request, file, scope, captureId } = job;
  const { options, signal, beforeRequest } = file.run;
  let attempt: Attempt = UNSENT;
  let attempts = 0;
  try {
    const { timeout, retries, retryDelay } = attemptSettings(request.metadata, scope, options);
    for (;;) {
      const resolved = resolveRequest(request, scope, file.run);
      if (attempts === 0 && beforeRequest) await beforeRequest(request, file.runnable);
      attempts++;
      attempt = await runAttempt(job, resolved, timeout);
      if (attempts > retries || isFinal(attempt, request.metadata.retryOn)) break;
      if (!(await pause(retryDelay, signal))) break;
      for (const { name } of request.captures) file.captures.unset(captureId, name);
    }
  } catch (error) {
    attempt = unsent(request, scope, cleanFailure(error, file));
  }
  const last = attempt;
  reporter.requestEnd(place, !last.passed, () => requestOutcome(place, last, attempts, options));
  return last;
}

const NOTHING: RequestEnd = { passed: false, captures: {}, view: undefined };

function skip({ file }: Job, place: ResultPlace, reporter: Reporter, reason: string): RequestEnd {
  reporter.requestStart(place, true);
  reporter.requestEnd(place, false, () => skippedOutcome(place, reason, file.run.options));
  return NOTHING;
}

function fail(
  { request, file, scope }: Job,
  place: ResultPlace,
  reporter: Reporter,
  error: unknown,
): RequestEnd {
  const attempt = unsent(request, scope, cleanFailure(error, file));
  reporter.requestStart(place, false);
  reporter.requestEnd(place, true, () => requestOutcome(place, attempt, 0, file.run.options));
  return NOTHING;
}

/** Method and URL are shown as far as they could be resolved (server.md 6.4). */
function unsent({ method, url }: Request, scope: Scope, failure: Failure): Attempt {
  const known = new Map<string, string>();
  const pieces = cutTemplate(url).map((piece) => {
    if (piece.kind === 'text') return piece.text;
    const value =
      known.get(piece.source) ?? (known.size < MOST_TRIED ? valueOf(piece.source, scope) : piece.source);
    known.set(piece.source, value);
    return value;
  });
  return { ...UNSENT, failure, sent: { method, url: pieces.join(''), headers: [], text: undefined } };
}

/** Finding out that there is no value takes long, and nobody reads a URL of so many. */
const MOST_TRIED = 100;

/** The placeholder itself when it has none, or none that could stand in a URL. */
function valueOf(placeholder: string, scope: Scope): string {
  try {
    const value = scope.text(placeholder);
    return hasLineBreak(value) ? placeholder : value;
  } catch {
    return placeholder;
  }
}
