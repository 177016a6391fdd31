/** Assertions (language sections 6.2 to 6.7): all are evaluated, none stops another. */
import type { Assertion } from '../request-file/model/model.js';
import { ABSENT } from './values/absent.js';
import { DEFAULT_LIMITS } from './bounded/limits.js';
import {
  compileAssertion,
  compileOperation,
  passes,
  type CompiledAssertion,
  type Operation,
} from './compile-assertion.js';
import type { Expected } from './operators/expected.js';
import { toJson } from './values/json.js';
import type { Outcome, SchemaReader, SnapshotAccess, OperatorContext } from './operators/operator.js';
import { jsonProblem, type ResponseView } from './response/response-view.js';
import type { Scope } from './variables/scope.js';
import { SubjectProblem } from './subjects.js';

export type { SchemaReader as SchemaDoor, SnapshotAccess as SnapshotDoor } from './operators/operator.js';

export interface AssertionContext {
  readonly scope: Scope;
  readonly schema: SchemaReader;
  readonly snapshot: SnapshotAccess;
}

/** Values may be bigints: `toJson` writes them. */
export interface CheckedAssertion {
  readonly subject: string;
  /** Canonical. */
  readonly operator: string;
  /** After interpolation, typed. */
  readonly expected: unknown;
  /** Null when absent. */
  readonly actual: unknown;
  readonly passed: boolean;
  /** Empty when it passed without a note. */
  readonly message: string;
  readonly line: number;
}

/** An assertion whose expected value is known: every placeholder has its value. */
export interface ResolvedAssertion {
  readonly assertion: Assertion;
  readonly compiled: CompiledAssertion;
  readonly expected: Expected;
}

/** Before anything is sent (language section 9.3, step 2). Throws VariableFailure. */
export function resolveAssertion(assertion: Assertion, scope: Scope): ResolvedAssertion {
  const compiled = compileAssertion(assertion);
  return { assertion, compiled, expected: compiled.operation.resolve(scope) };
}

export async function checkAssertion(
  assertion: Assertion,
  view: ResponseView,
  context: AssertionContext,
): Promise<CheckedAssertion> {
  return checkResolved(resolveAssertion(assertion, context.scope), view, context);
}

type Doors = Pick<AssertionContext, 'schema' | 'snapshot'>;

/** At once where nothing has to be waited for: a promise takes longer than most assertions. */
export function checkResolved(
  resolved: ResolvedAssertion,
  view: ResponseView,
  doors: Doors,
): CheckedAssertion | Promise<CheckedAssertion> {
  try {
    const actual = resolved.compiled.reader.read(view);
    const checked =
      actual instanceof Promise
        ? actual.then((value: unknown) => judge(resolved, value, view, doors))
        : judge(resolved, actual, view, doors);
    return checked instanceof Promise
      ? checked.catch((cause: unknown) => unreadable(resolved, cause))
      : checked;
  } catch (cause) {
    return unreadable(resolved, cause);
  }
}

function judge(
  resolved: ResolvedAssertion,
  actual: unknown,
  view: ResponseView,
  { schema, snapshot }: Doors,
): CheckedAssertion | Promise<CheckedAssertion> {
  const { subject, reader, operation } = resolved.compiled;
  const found = operation.rule.check(actual, resolved.expected, {
    isHeaders: subject.kind === 'headers',
    isMatches: reader.givesMatches(),
    schema,
    snapshot,
    limits: view.limits,
  });
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
  const hint = actual === ABSENT ? whyAbsent(compiled, view) : '';
  return report(assertion.subject, assertion, compiled.operation, expected, actual, found, hint);
}

function unreadable({ assertion, compiled, expected }: ResolvedAssertion, cause: unknown): CheckedAssertion {
  if (!(cause instanceof SubjectProblem)) throw cause;
  const found: Outcome = { holds: 'unfit', note: cause.message };
  return report(assertion.subject, assertion, compiled.operation, expected, ABSENT, found, '');
}

/** The same operators on a value that is no part of an answer, such as a column of a database row. */
export async function checkValue(
  subject: string,
  assertion: Assertion,
  actual: unknown,
  scope: Scope,
): Promise<CheckedAssertion> {
  const operation = compileOperation(assertion);
  const expected = operation.resolve(scope);
  const found = await operation.rule.check(actual, expected, NO_SURROUNDINGS);
  return report(subject, assertion, operation, expected, actual, found, '');
}

const NO_SURROUNDINGS: OperatorContext = {
  isHeaders: false,
  isMatches: false,
  schema: undefined,
  snapshot: undefined,
  limits: DEFAULT_LIMITS,
};

function whyAbsent({ subject }: CompiledAssertion, view: ResponseView): string {
  if (subject.kind === 'xpath') return view.markupProblem;
  const needsJson = subject.kind === 'jsonpath' || (subject.kind === 'body' && subject.path !== '');
  return needsJson && view.json() === ABSENT ? jsonProblem(view) : '';
}

function report(
  subject: string,
  { line }: Assertion,
  { operator, rule }: Operation,
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
  return { subject, operator: operator.name, expected: reported, actual: value, passed, message, line };
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

const LONGEST_SHOWN = 200;

function shown(value: unknown): string {
  const text = toJson(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
