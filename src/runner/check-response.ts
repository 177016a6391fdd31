/** Steps 6 and 7 (language 9.3): assertions, then captures, both on one answer. */
import { ABSENT } from '../evaluation/values/absent.js';
import {
  checkResolved,
  type AssertionContext,
  type ResolvedAssertion,
} from '../evaluation/check-assertion.js';
import { SNAPSHOT_CREATED } from '../evaluation/operators/document.js';
import type { ResponseView } from '../evaluation/response/response-view.js';
import { SubjectProblem } from '../evaluation/subjects.js';
import { takeCapture } from '../evaluation/take-capture.js';
import { timeSlice } from '../primitives/time-slice.js';
import type { Capture } from '../request-file/model/model.js';
import type { Job } from './attempt-job.js';
import type { AttemptDraft } from './outcome/outcome.js';
import type { AssertionResult } from './outcome/result.js';
import { addSecretTexts } from './outcome/secret-texts.js';
import { failureOf, StepFailure } from './outcome/step-failure.js';

/** A request may have any number of them, and each may take some milliseconds. */
const PAUSE_MS = 8;

type Doors = Omit<AssertionContext, 'scope'>;

/** All are evaluated, none stops another. */
export async function checkAssertions(
  job: Job,
  resolved: readonly ResolvedAssertion[],
  view: ResponseView,
  draft: AttemptDraft,
): Promise<void> {
  const results: AssertionResult[] = [];
  const pause = timeSlice(PAUSE_MS, 1);
  const { onEvaluating } = job.file.run;
  for (const each of resolved) {
    const others = pause();
    if (others) await others;
    onEvaluating?.(each.assertion.line);
    try {
      const checked = checkResolved(each, view, doorsFor(job, each, draft.secretHeaders));
      results.push(checked instanceof Promise ? await checked : checked);
    } catch (error) {
      results.push(uncheckable(each, error));
    }
    throwIfCancelled(view);
    if (each.assertion.operator === 'snapshot') noteCreated(results.at(-1), draft);
  }
  onEvaluating?.(undefined);
  draft.assertions = results;
}

/** An assertion that was not evaluated to its end has no verdict. */
function throwIfCancelled({ limits }: ResponseView): void {
  if (limits.signal?.aborted) throw new StepFailure('cancelled', 'the request was cancelled');
}

function noteCreated(result: AssertionResult | undefined, draft: AttemptDraft): void {
  if (result?.message === SNAPSHOT_CREATED)
    draft.warnings = [...draft.warnings, `snapshot of ${result.subject} created (line ${result.line})`];
}

function doorsFor(
  { file, resultName }: Job,
  { assertion }: ResolvedAssertion,
  secretHeaders: readonly string[],
): Doors {
  if (assertion.operator !== 'snapshot') return file.doors;
  return { ...file.doors, snapshot: file.snapshots.door(resultName, assertion.subject, secretHeaders) };
}

function uncheckable({ assertion, expected }: ResolvedAssertion, error: unknown): AssertionResult {
  const { subject, operator, line } = assertion;
  const { message } = failureOf(error);
  return { subject, operator, expected: expected.value, actual: null, passed: false, message, line };
}

/** Also when assertions failed; a missing value is a warning. */
export async function takeCaptures(job: Job, view: ResponseView, draft: AttemptDraft): Promise<void> {
  const { request, file, captureId } = job;
  const taken = new Map<string, unknown>();
  const pause = timeSlice(PAUSE_MS, 1);
  for (const capture of request.captures) {
    const others = pause();
    if (others) await others;
    const { value, problem } = await captured(capture, view);
    throwIfCancelled(view);
    if (value === ABSENT) {
      const warning = `capture "${capture.name}" found nothing at ${sourceText(capture)}${problem}`;
      draft.warnings = [...draft.warnings, warning];
      file.captures.unset(captureId, capture.name);
      taken.delete(capture.name);
    } else {
      noteSecret(job, capture.name, value);
      file.captures.set(captureId, capture.name, value);
      taken.set(capture.name, value);
    }
  }
  draft.captures = Object.fromEntries(taken);
}

/** An expression that cannot be evaluated finds nothing; where a limit was met, the warning says so. */
async function captured(
  capture: Capture,
  view: ResponseView,
): Promise<{ readonly value: unknown; readonly problem: string }> {
  try {
    return { value: await takeCapture(capture, view), problem: '' };
  } catch (error) {
    return { value: ABSENT, problem: error instanceof SubjectProblem ? `: ${error.message}` : '' };
  }
}

function sourceText({ source, path }: Capture): string {
  if (path === '') return source;
  if (source !== 'body') return `${source} ${path}`;
  return path.startsWith('[') ? `body${path}` : path.startsWith('$') ? path : `body.${path}`;
}

/** By its bare name or as `<request>.<capture>` (language 2.7). */
function noteSecret({ request, file }: Job, name: string, value: unknown): void {
  const { secretNames, secrets } = file.run;
  if (secretNames.size === 0) return;
  if (secretNames.has(name) || secretNames.has(`${request.name}.${name}`)) addSecretTexts(value, secrets);
}
