/** Turns checks into assertions and conditions of the language. */
import type { Assertion, Comparison, Conditional } from '../../model/model.js';
import { OPERATORS } from '../../text/operators.js';
import { PASS_IF_ABSENT, isWhole, neededParent } from '../checks/checks.js';
import type { Check } from '../values/script-values.js';
import { elementText, isSameSubject, subjectText, type Step, type Subject } from '../values/subjects.js';

/** A condition around a statement: it counts when all checks hold, or unless they do. */
export interface Frame {
  readonly word: 'when' | 'unless';
  readonly checks: readonly Check[];
}

/** One line of an assertion, with the conditions of its own. */
export interface Line extends Comparison, Conditional {
  /** Whether it is needed only once: the script throws where it does not hold. */
  readonly isGuard?: true;
}

/** The lines of an assertion: the check, what belongs to it, and what the script needs in order not to throw. */
export function linesOf(
  checks: readonly Check[],
  tested: readonly Check[] = [],
): readonly Line[] | undefined {
  const found: Line[] = [];
  const guards = new Set<string>();
  const seen: Check[] = [...tested];
  for (const check of checks) {
    if (isUncertain(check)) return undefined;
    const parents = parentGuards(check, seen);
    seen.push(check, ...(check.also ?? []));
    const needs = (check.needs ?? []).filter((need) => !isImplied(need, seen));
    for (const one of [...parents, check, ...(check.also ?? []), ...needs]) {
      const written = lineOf(one);
      if (!written) return undefined;
      const isGuard = parents.includes(one) || needs.includes(one);
      const key = isGuard ? JSON.stringify(written) : '';
      if (guards.has(key)) continue;
      if (isGuard) guards.add(key);
      found.push(isGuard ? { ...written, isGuard } : written);
    }
  }
  return found;
}

/** Where a value is replaced if it is absent, what holds for absent values holds for other reasons. */
function isUncertain({ subject, operator, unless }: Check): boolean {
  return subject.fallback !== undefined && (PASS_IF_ABSENT.has(operator) || unless !== undefined);
}

function parentGuards(check: Check, seen: readonly Check[]): readonly Check[] {
  const parent = neededParent(check);
  return parent && !isTested(parent, seen) ? [EXISTS(parent)] : [];
}

function lineOf(one: Check): Line | undefined {
  const written = comparison(one);
  const when = plainComparisons(one.when ?? []);
  const unless = plainComparisons(one.unless ?? []);
  if (!written || !when || !unless) return undefined;
  return { ...written, ...(when.length > 0 && { when }), ...(unless.length > 0 && { unless: [unless] }) };
}

/** Undefined for what a condition cannot have. */
function plainComparisons(checks: readonly Check[]): readonly Comparison[] | undefined {
  const written = checks.map(comparison);
  const isPlain = written.every((each) => each !== undefined && !OUTERMOST.has(each.operator));
  return isPlain ? (written as readonly Comparison[]) : undefined;
}

const EXISTS = (subject: Subject): Check => ({ subject, operator: 'exists', expected: null, raw: '' });

/** Whether something that was checked before holds only if the subject exists. */
function isTested(subject: Subject, checks: readonly Check[]): boolean {
  return checks.some((check) => {
    const passes =
      PASS_IF_ABSENT.has(check.operator) || check.when !== undefined || check.unless !== undefined;
    if (passes) return false;
    if (subject.kind !== 'json') return startsWith(check.subject, subject);
    return check.subject.kind === 'json' || (check.subject.kind === 'body' && check.subject.steps.length > 0);
  });
}

/** Whether what the script needs is known from the type that was checked before. */
function isImplied({ subject, operator, expected, unless = [] }: Check, seen: readonly Check[]): boolean {
  const types = new Set(
    [{ operator, expected }, ...unless].map((each) => (each.operator === 'type' ? each.expected : '')),
  );
  return seen.some(
    (each) =>
      each.operator === 'type' &&
      each.when === undefined &&
      each.unless === undefined &&
      types.has(each.expected) &&
      isSameSubject(each.subject, subject),
  );
}

function startsWith(one: Subject, start: Subject): boolean {
  const cut = (of: Subject): Subject =>
    start.element === undefined
      ? { kind: of.kind, name: of.name, steps: of.steps.slice(0, start.steps.length) }
      : { ...of, element: (of.element ?? []).slice(0, start.element.length) };
  return isSameSubject(cut(one), start);
}

function comparison({ subject, operator, expected, raw }: Check): Comparison | undefined {
  const isJson = isWhole(subject) && subject.isParsed === true && !isOfDocument(operator, expected);
  const text = subjectText(isJson ? { ...subject, kind: 'json' } : subject);
  if (text === undefined) return undefined;
  if (subject.element === undefined) return { subject: text, operator, expected, raw };
  const form = OPERATORS.get(operator)?.written ?? operator;
  const operation = raw === '' ? form : `${form} ${raw}`;
  return elementComparison(text, subject.element, { operator, expected }, operation);
}

/** What no body that is text passes. */
function isOfDocument(operator: string, expected: Check['expected']): boolean {
  if (operator === 'type') return expected !== 'string';
  return operator === 'includes' || (operator === 'equals' && typeof expected === 'object');
}

function elementComparison(
  subject: string,
  element: readonly Step[],
  expected: { readonly operator: string; readonly expected: Check['expected'] },
  operation: string,
): Comparison | undefined {
  const path = elementText(element);
  if (path === undefined) return undefined;
  const each = { subject, operator: 'each', expected };
  return path === ''
    ? { ...each, raw: operation }
    : { ...each, raw: `${path} ${operation}`, path: path.slice(1) };
}

/** Operators that a condition cannot have. */
const OUTERMOST: ReadonlySet<string> = new Set(['each', 'notEach', 'schema', 'notSchema']);

/** The conditions of a line; undefined if one of them cannot be written. */
export function conditional(frames: readonly Frame[]): Conditional | undefined {
  const when: Comparison[] = [];
  const unless: (readonly Comparison[])[] = [];
  const tested: Check[] = [];
  for (const { word, checks } of frames) {
    const [only, ...more] = checks;
    const isNegated = word === 'unless' && only?.negates !== undefined && more.length === 0;
    const rows = isNegated ? [only.negates] : checks;
    if (word === 'unless' && !isNegated) {
      const written = conjunction(rows, tested);
      if (!written || rows.some(({ negates }) => negates !== undefined)) return undefined;
      unless.push(written);
      continue;
    }
    for (const check of rows) {
      const { negates } = check;
      // What is not so holds for an absent value too, if reading it does not throw.
      const parents = parentGuards(negates ? { ...check, unless: [] } : check, tested);
      const written = conjunction(negates ? [negates] : [check], [...tested, ...parents]);
      const around = plainComparisons(parents);
      if (!written || !around) return undefined;
      when.push(...around, ...(negates ? [] : written));
      if (negates) unless.push(written);
      tested.push(...parents, check);
    }
  }
  return { ...(when.length > 0 && { when }), ...(unless.length > 0 && { unless }) };
}

/** What holds together, as one condition. */
function conjunction(checks: readonly Check[], tested: readonly Check[]): readonly Comparison[] | undefined {
  const seen = [...tested];
  const all: Check[] = [];
  for (const check of checks) {
    const hasOwn = check.negates === undefined && (check.when !== undefined || check.unless !== undefined);
    if (check.isLineOnly === true || hasOwn || isUncertain(check)) return undefined;
    all.push(...parentGuards(check, seen), check, ...(check.also ?? []));
    seen.push(check);
  }
  return plainComparisons(all);
}

export function assertionOf(
  { isGuard: _guard, ...written }: Line,
  line: number,
  around: Conditional,
): Assertion {
  const { when: ownWhen = [], unless: ownUnless = [], ...plain } = written;
  const when = [...(around.when ?? []), ...ownWhen];
  const unless = [...(around.unless ?? []), ...ownUnless];
  return {
    ...plain,
    ...(when.length > 0 && { when }),
    ...(unless.length > 0 && { unless }),
    line,
  };
}
