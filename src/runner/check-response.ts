/** Checks the assertions on a response and then takes its captures. */
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
import { textOf } from '../evaluation/values/json.js';
import type { SecretSet } from '../redaction/secret-set.js';
import { timeSlice } from '../primitives/time-slice.js';
import { captureColumns } from '../request-file/model/capture-columns.js';
import type { Capture, Request } from '../request-file/model/model.js';
import type { RequestExecution } from './request-execution.js';
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
  const { onEvaluating } = execution.file.run;
  for (const each of resolved) {
    const yielded = pause();
    if (yielded) await yielded;
    onEvaluating?.(each.assertion.line);
    try {
      const checked = checkResolved(each, view, contextFor(execution, each, draft.secretHeaders));
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
  secretHeaders: readonly string[],
): AssertionContext {
  if (assertion.operator !== 'snapshot') return file.assertionContext;
  return {
    ...file.assertionContext,
    snapshot: file.snapshots.accessFor(resultName, assertion.subject, secretHeaders),
  };
}

function uncheckable({ assertion, expected }: ResolvedAssertion, error: unknown): AssertionResult {
  const { subject, operator, line } = assertion;
  const { message } = failureOf(error);
  return { subject, operator, expected: expected.value, actual: null, passed: false, message, line };
}

/** Captures are taken even when assertions failed; a missing value is a warning. */
export async function takeCaptures(
  execution: RequestExecution,
  view: ResponseView,
  draft: AttemptDraft,
): Promise<void> {
  const { request, file, captureId } = execution;
  const taken = new Map<string, unknown>();
  const pause = timeSlice(PAUSE_MS, 1);
  for (const capture of request.captures) {
    const yielded = pause();
    if (yielded) await yielded;
    const { value, problem } = await captured(capture, view);
    throwIfCancelled(view);
    if (value === ABSENT) {
      const warning = `capture "${capture.name}" found nothing at ${sourceText(capture)}${problem}`;
      draft.warnings = [...draft.warnings, warning];
      draft.missingCaptures = [...draft.missingCaptures, missingCapture(request, capture, warning)];
      file.captures.unset(captureId, capture.name);
      taken.delete(capture.name);
    } else {
      noteSecret(execution, capture.name, value);
      file.captures.set(captureId, capture.name, value);
      taken.set(capture.name, value);
    }
  }
  draft.captures = Object.fromEntries(taken);
}

function missingCapture(request: Request, capture: Capture, warning: string): MissingCapture {
  const column = captureColumns(request)[request.captures.indexOf(capture)] ?? 1;
  return { name: capture.name, line: capture.line, column, warning };
}

/** An expression that cannot be evaluated finds nothing; when a limit was the cause, the warning names it. */
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

/** A secret capture is configured by its bare name or as `<request>.<capture>`. */
function noteSecret({ request, file }: RequestExecution, name: string, value: unknown): void {
  const { secretNames, secrets } = file.run;
  if (secretNames.size === 0) return;
  if (secretNames.has(name) || secretNames.has(`${request.name}.${name}`)) addSecretTexts(value, secrets);
}

/** Adds every text inside a value as a separate secret. */
function addSecretTexts(value: unknown, secrets: SecretSet): void {
  if (typeof value !== 'object' || value === null) secrets.add(textOf(value));
  else for (const member of Object.values(value)) addSecretTexts(member, secrets);
}
