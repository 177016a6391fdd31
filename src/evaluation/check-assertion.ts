/** Assertions (docs/language.md#assertions): all of them are checked, whatever the others give. */
import { nearest } from '../primitives/near-names.js';
import { readPath } from '../request-file/expressions/parse-path.js';
import type { Assertion } from '../request-file/model/model.js';
import { ABSENT } from './values/absent.js';
import { DEFAULT_LIMITS, type EvaluationLimits } from './bounded/limits.js';
import {
  compileAssertion,
  compileOperator,
  passes,
  type CompiledAssertion,
  type CompiledOperation,
} from './compile-assertion.js';
import type { Expected } from './operators/expected.js';
import { whyPathIsAbsent } from './values/body-path.js';
import { toJson } from './values/json.js';
import type { SchemaLoader } from './json-schema/references/load-schema.js';
import type { Outcome, SnapshotAccess, OperatorContext } from './operators/operator.js';
import { jsonProblem, type ResponseView } from './response/response-view.js';
import type { Scope } from './variables/scope.js';
import { SubjectProblem } from './subjects.js';

/** The files that assertions read and write. */
export interface AssertionContext {
  readonly schema: SchemaLoader;
  readonly snapshot: SnapshotAccess;
}

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
}

/** An assertion whose expected value is known: every placeholder has its value. */
export interface ResolvedAssertion {
  readonly assertion: Assertion;
  readonly compiled: CompiledAssertion;
  readonly expected: Expected;
}

/** Resolves the expected value, which is done before a request is sent. Throws VariableFailure. */
export function resolveAssertion(assertion: Assertion, scope: Scope): ResolvedAssertion {
  const compiled = compileAssertion(assertion);
  return { assertion, compiled, expected: compiled.operation.resolve(scope) };
}

/** Synchronous where nothing has to be waited for: a promise takes longer than most assertions. */
export function checkResolved(
  resolved: ResolvedAssertion,
  view: ResponseView,
  context: AssertionContext,
): CheckedAssertion | Promise<CheckedAssertion> {
  try {
    const actual = resolved.compiled.reader.read(view);
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

/** Whether it passes, for callers that need neither the value nor a message. An assertion that cannot be checked fails. */
export function passesResolved(
  resolved: ResolvedAssertion,
  view: ResponseView,
  context: AssertionContext,
): boolean | Promise<boolean> {
  try {
    const actual = resolved.compiled.reader.read(view);
    if (!(actual instanceof Promise)) return passesWith(resolved, actual, view.limits, context);
    return actual.then(
      (value: unknown) => passesWith(resolved, value, view.limits, context),
      () => false,
    );
  } catch {
    return false;
  }
}

/** The same, for a value of its subject that the caller has found. */
export function passesWith(
  resolved: ResolvedAssertion,
  actual: unknown,
  limits: EvaluationLimits,
  context: AssertionContext,
): boolean | Promise<boolean> {
  const { negated } = resolved.compiled.operation.rule;
  try {
    const found = findOutcome(resolved, actual, limits, context);
    if (!(found instanceof Promise)) return passes(found, negated);
    return found.then(
      (outcome) => passes(outcome, negated),
      () => false,
    );
  } catch {
    return false;
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

function findOutcome(
  { compiled, expected }: ResolvedAssertion,
  actual: unknown,
  limits: EvaluationLimits,
  { schema, snapshot }: AssertionContext,
): Outcome | Promise<Outcome> {
  const { subject, reader, operation } = compiled;
  return operation.rule.check(actual, expected, {
    isHeaders: subject.kind === 'headers',
    isMatches: reader.givesMatches(),
    schema,
    snapshot,
    limits,
  });
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
  if (!(cause instanceof SubjectProblem)) throw cause;
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
