/** Assertions (docs/language.md#assertions): all of them are checked, whatever the others give. */
import { nearest } from '../primitives/near-names.js';
import { readPath } from '../request-file/expressions/parse-path.js';
import type { Assertion, Request } from '../request-file/model/model.js';
import { ABSENT } from './values/absent.js';
import { DEFAULT_LIMITS } from './bounded/limits.js';
import {
  conditionsHold,
  findOutcome,
  resolveComparison,
  resolveConditions,
  withResponse,
  type AssertionContext,
  type ResolvedComparison,
  type ResolvedConditions,
} from './comparison.js';
import {
  compileOperator,
  passes,
  type CompiledAssertion,
  type CompiledOperation,
} from './compile-assertion.js';
import type { Expected } from './operators/expected.js';
import { whyPathIsAbsent } from './values/body-path.js';
import { toJson } from './values/json.js';
import { CONDITION_NOT_MET } from './values/skipped-message.js';
import type { Outcome, OperatorContext } from './operators/operator.js';
import { jsonProblem, type ResponseView } from './response/response-view.js';
import type { Scope } from './variables/scope.js';
import { VariableFailure } from './variables/variable-failure.js';
import { SubjectProblem } from './subjects.js';

/** Values may be bigints: `toJson` writes them. */
export interface CheckedAssertion {
  readonly subject: string;
  /** The canonical name of the operator. */
  readonly operator: string;
  /** The typed value after interpolation. */
  readonly expected: unknown;
  /** Null when the subject has no value. */
  readonly actual: unknown;
  readonly passed: boolean;
  /** Empty when the assertion passed and there is nothing to add. */
  readonly message: string;
  readonly line: number;
  /** The rest is set only when it applies: there was no value, as opposed to the null of JSON. */
  readonly absent?: true;
  /** The position of the element that decided. */
  readonly index?: number;
  /** The stored snapshot that the value differs from, without secrets. */
  readonly stored?: unknown;
  /** Its condition was not met, so that it was not checked; it has passed and does not count. */
  readonly skipped?: true;
  /** Set for one that comes from a script of another client. */
  readonly origin?: 'script';
}

/** An assertion whose expected value is known: every placeholder has its value. */
export interface ResolvedAssertion extends ResolvedComparison {
  readonly assertion: Assertion;
  readonly conditions?: ResolvedConditions;
  /** Set for one that comes from a script of another client. */
  readonly origin?: 'script';
}

/** Resolves the expected values, which is done before a request is sent. Throws VariableFailure. */
export function resolveAssertion(assertion: Assertion, scope: Scope): ResolvedAssertion {
  const { compiled, expected, isLate } = resolveComparison(assertion, scope);
  const conditions = resolveConditions(assertion, scope);
  if (!isLate && !conditions) return { assertion, compiled, expected };
  return { assertion, compiled, expected, ...(isLate && { isLate }), ...(conditions && { conditions }) };
}

/** Resolves the assertions of a request: its own, then those of scripts. Throws VariableFailure. */
export function resolveAssertions(request: Request, scope: Scope): readonly ResolvedAssertion[] {
  const own = request.assertions.map((assertion) => resolveAssertion(assertion, scope));
  if (request.scriptAssertions === undefined) return own;
  const ofScripts = request.scriptAssertions.map((assertion): ResolvedAssertion => ({
    ...resolveAssertion(assertion, scope),
    origin: 'script',
  }));
  return [...own, ...ofScripts];
}

/** Synchronous where nothing has to be waited for: a promise takes longer than most assertions. */
export function checkResolved(
  resolved: ResolvedAssertion,
  view: ResponseView,
  context: AssertionContext,
): CheckedAssertion | Promise<CheckedAssertion> {
  if (resolved.conditions === undefined && resolved.origin === undefined)
    return checkAlways(resolved, view, context);
  return checkConditionally(resolved, view, context);
}

async function checkConditionally(
  resolved: ResolvedAssertion,
  view: ResponseView,
  context: AssertionContext,
): Promise<CheckedAssertion> {
  const { conditions, origin } = resolved;
  const isMet = conditions === undefined || (await conditionsHold(conditions, view, context));
  const checked = isMet ? await checkAlways(resolved, view, context) : skippedAssertion(resolved);
  return origin === undefined ? checked : { ...checked, origin };
}

function skippedAssertion({ assertion, compiled, expected }: ResolvedAssertion): CheckedAssertion {
  const { subject, line } = assertion;
  return {
    subject,
    operator: compiled.operation.operator.name,
    expected: expected.reported === undefined ? expected.value : expected.reported,
    actual: null,
    passed: true,
    message: CONDITION_NOT_MET,
    line,
    skipped: true,
  };
}

function checkAlways(
  assertion: ResolvedAssertion,
  view: ResponseView,
  context: AssertionContext,
): CheckedAssertion | Promise<CheckedAssertion> {
  let resolved = assertion;
  try {
    resolved = withResponse(assertion, view, context);
    const actual = resolved.compiled.reader.read(view, context.scope);
    const checked =
      actual instanceof Promise
        ? actual.then((value: unknown) => applyOperator(resolved, value, view, context))
        : applyOperator(resolved, actual, view, context);
    return checked instanceof Promise
      ? checked.catch((cause: unknown) => unreadable(resolved, cause))
      : checked;
  } catch (cause) {
    return unreadable(resolved, cause);
  }
}

function applyOperator(
  resolved: ResolvedAssertion,
  actual: unknown,
  view: ResponseView,
  context: AssertionContext,
): CheckedAssertion | Promise<CheckedAssertion> {
  const found = findOutcome(resolved, actual, view.limits, context);
  return found instanceof Promise
    ? found.then((it) => conclude(resolved, actual, it, view))
    : conclude(resolved, actual, found, view);
}

function conclude(
  { assertion, compiled, expected }: ResolvedAssertion,
  actual: unknown,
  found: Outcome,
  view: ResponseView,
): CheckedAssertion {
  const isUnexplained = actual === ABSENT && !passes(found, compiled.operation.rule.negated);
  const hint = isUnexplained ? whyAbsent(compiled, view) : '';
  return report(assertion.subject, assertion, compiled.operation, expected, actual, found, hint);
}

function unreadable({ assertion, compiled, expected }: ResolvedAssertion, cause: unknown): CheckedAssertion {
  if (!(cause instanceof SubjectProblem || cause instanceof VariableFailure)) throw cause;
  const found: Outcome = { holds: 'unfit', note: cause.message };
  return report(assertion.subject, assertion, compiled.operation, expected, ABSENT, found, '');
}

/** Checks a value that is not part of a response, such as a column of a database row. */
export async function checkValue(
  subject: string,
  assertion: Assertion,
  actual: unknown,
  scope: Scope,
): Promise<CheckedAssertion> {
  const operation = compileOperator(assertion);
  const expected = operation.resolve(scope);
  const found = await operation.rule.check(actual, expected, EMPTY_CONTEXT);
  return report(subject, assertion, operation, expected, actual, found, '');
}

const EMPTY_CONTEXT: OperatorContext = {
  isHeaders: false,
  isMatches: false,
  schema: undefined,
  snapshot: undefined,
  limits: DEFAULT_LIMITS,
};

function whyAbsent({ subject }: CompiledAssertion, view: ResponseView): string {
  if (subject.kind === 'xpath') return view.markupProblem;
  if (subject.kind === 'header') return nearHeaders(subject.name, view);
  const needsJson = subject.kind === 'jsonpath' || (subject.kind === 'body' && subject.path !== '');
  if (!needsJson) return '';
  const json = view.json();
  if (json === ABSENT) return jsonProblem(view);
  const path = subject.kind === 'body' ? readPath(subject.path) : undefined;
  return path?.ok ? whyPathIsAbsent(json, path.steps) : '';
}

function nearHeaders(name: string, { headers }: ResponseView): string {
  const near = nearest(name, new Set(headers.map(([received]) => received)));
  return near.length === 0 ? '' : `near names: ${near.join(', ')}`;
}

function report(
  subject: string,
  { line }: Assertion,
  { operator, rule }: CompiledOperation,
  expected: Expected,
  actual: unknown,
  found: Outcome,
  hint: string,
): CheckedAssertion {
  const passed = passes(found, rule.negated);
  const reported = expected.reported === undefined ? expected.value : expected.reported;
  const value = found.actual ?? (actual === ABSENT ? null : actual);
  const message = passed
    ? rule.negated
      ? ''
      : (found.note ?? '')
    : failureMessage(subject, operator.written, reported, found, actual, hint);
  const checked = {
    subject,
    operator: operator.name,
    expected: reported,
    actual: value,
    passed,
    message,
    line,
  };
  return passed ? checked : { ...checked, ...failureDetails(found, actual) };
}

function failureDetails(
  { actual: measured, index, stored }: Outcome,
  actual: unknown,
): Pick<CheckedAssertion, 'absent' | 'index' | 'stored'> {
  return {
    ...(actual === ABSENT && measured === undefined && { absent: true as const }),
    ...(index !== undefined && { index }),
    ...(stored !== undefined && { stored }),
  };
}

function failureMessage(
  subject: string,
  written: string,
  expected: unknown,
  { note, actual: measured, isWhole }: Outcome,
  actual: unknown,
  hint: string,
): string {
  const wanted = expected === null && !written.includes('=') ? '' : ` ${shown(expected)}`;
  if (isWhole) return `expected ${subject} ${written}${wanted}: ${note ?? ''}`;
  const got = actual === ABSENT ? 'there is no value' : `got ${shown(measured ?? actual)}`;
  const why = [note, hint].filter(Boolean).join('; ');
  return `expected ${subject} ${written}${wanted}, ${got}${why === '' ? '' : ` (${why})`}`;
}

const MAX_SHOWN_LENGTH = 200;

function shown(value: unknown): string {
  const text = toJson(value);
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}
