/** Checks the assertions on a response and then takes its captures. */
import { ABSENT } from '../evaluation/values/absent.js';
import { checkResolved, type ResolvedAssertion } from '../evaluation/check-assertion.js';
import { conditionsHold, resolveConditions, type AssertionContext } from '../evaluation/comparison.js';
import { SNAPSHOT_CREATED } from '../evaluation/operators/document.js';
import type { ResponseView } from '../evaluation/response/response-view.js';
import { SubjectProblem } from '../evaluation/subjects.js';
import { takeCapture } from '../evaluation/take-capture.js';
import type { Scope } from '../evaluation/variables/scope.js';
import { VariableFailure } from '../evaluation/variables/variable-failure.js';
import { timeSlice } from '../primitives/time-slice.js';
import { allCaptures } from '../request-file/model/all-checks.js';
import { captureColumns } from '../request-file/model/capture-columns.js';
import type { Capture, Request } from '../request-file/model/model.js';
import { alternativeText, captureSource } from '../request-file/print/print-value.js';
import { dropValue, keepValue, type RequestExecution } from './request-execution.js';
import type { AttemptDraft } from './outcome/outcome.js';
import type { AssertionResult, MissingCapture } from './outcome/result.js';
import { failureOf, StepFailure } from './outcome/step-failure.js';

/** A request may have any number of assertions, so checking yields to the event loop at this interval. */
const PAUSE_MS = 8;

/** All assertions are evaluated, also after one has failed. */
export async function checkAssertions(
  execution: RequestExecution,
  resolved: readonly ResolvedAssertion[],
  view: ResponseView,
  draft: AttemptDraft,
): Promise<void> {
  const results: AssertionResult[] = [];
  const pause = timeSlice(PAUSE_MS, 1);
  const context: AssertionContext = { ...execution.file.assertionContext, scope: execution.scope };
  const { onEvaluating } = execution.file.run;
  for (const each of resolved) {
    const yielded = pause();
    if (yielded) await yielded;
    onEvaluating?.(each.assertion.line);
    try {
      const checked = checkResolved(each, view, contextFor(execution, each, context, draft));
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

/** An assertion whose evaluation was cancelled has no result. */
function throwIfCancelled({ limits }: ResponseView): void {
  if (limits.signal?.aborted) throw new StepFailure('cancelled', 'the request was cancelled');
}

function noteCreated(result: AssertionResult | undefined, draft: AttemptDraft): void {
  if (result?.message === SNAPSHOT_CREATED)
    draft.warnings = [...draft.warnings, `snapshot of ${result.subject} created (line ${result.line})`];
}

function contextFor(
  { file, resultName }: RequestExecution,
  { assertion }: ResolvedAssertion,
  context: AssertionContext,
  { secretHeaders }: AttemptDraft,
): AssertionContext {
  if (assertion.operator !== 'snapshot') return context;
  return { ...context, snapshot: file.snapshots.accessFor(resultName, assertion.subject, secretHeaders) };
}

function uncheckable({ assertion, expected }: ResolvedAssertion, error: unknown): AssertionResult {
  const { subject, operator, line } = assertion;
  const { message } = failureOf(error);
  return { subject, operator, expected: expected.value, actual: null, passed: false, message, line };
}

/** Without any assertion that was checked the status decides. */
export function passesChecks(
  results: readonly Pick<AssertionResult, 'passed' | 'skipped'>[],
  status: number,
): boolean {
  if (results.some(({ skipped }) => !skipped)) return results.every(({ passed }) => passed);
  return status >= 200 && status < 300;
}

/** Captures are taken even when assertions failed; a missing value is a warning. */
export async function takeCaptures(
  execution: RequestExecution,
  view: ResponseView,
  draft: AttemptDraft,
): Promise<void> {
  const { request, scope, file } = execution;
  const taken = new Map<string, unknown>(Object.entries(draft.captures));
  const pause = timeSlice(PAUSE_MS, 1);
  const captures = allCaptures(request);
  // Those whose conditions do not hold are not taken, so that the values of an earlier row must not stay.
  for (const { name, when, unless } of captures)
    if ((when || unless) && !taken.has(name)) dropValue(execution, name);
  const context: AssertionContext = { ...file.assertionContext, scope };
  for (const capture of captures) {
    const yielded = pause();
    if (yielded) await yielded;
    if (!(await isTaken(capture, view, context))) continue;
    const { value, problem } = await captured(capture, view, scope);
    throwIfCancelled(view);
    if (value === ABSENT) {
      const warning = `capture "${capture.name}" found nothing at ${sourceText(capture)}${problem}`;
      draft.warnings = [...draft.warnings, warning];
      draft.missingCaptures = [...draft.missingCaptures, missingCapture(request, capture, warning)];
      dropValue(execution, capture.name);
      taken.delete(capture.name);
    } else {
      keepValue(execution, capture, value);
      taken.set(capture.name, value);
    }
  }
  draft.captures = Object.fromEntries(taken);
}

/** A condition with a name that has no value does not hold. */
async function isTaken(capture: Capture, view: ResponseView, context: AssertionContext): Promise<boolean> {
  if (context.scope === undefined || (!capture.when && !capture.unless)) return true;
  try {
    const conditions = resolveConditions(capture, context.scope);
    return !conditions || (await conditionsHold(conditions, view, context));
  } catch (error) {
    if (error instanceof VariableFailure) return false;
    throw error;
  }
}

function missingCapture(request: Request, capture: Capture, warning: string): MissingCapture {
  const column = captureColumns(request, undefined)[request.captures.indexOf(capture)] ?? 1;
  return { name: capture.name, line: capture.line, column, warning };
}

/** An expression that cannot be evaluated finds nothing; when a limit was the cause, the warning names it. */
async function captured(
  capture: Capture,
  view: ResponseView,
  scope: Scope,
): Promise<{ readonly value: unknown; readonly problem: string }> {
  try {
    return { value: await takeCapture(capture, view, scope), problem: '' };
  } catch (error) {
    return { value: ABSENT, problem: error instanceof SubjectProblem ? `: ${error.message}` : '' };
  }
}

function sourceText(capture: Capture): string {
  return captureSource(capture) + (capture.or ?? []).map(alternativeText).join('');
}
