/** Turns checks into assertions and conditions of the language. */
import type { Assertion, Comparison, Conditional } from '../../model/model.js';
import { OPERATORS } from '../../text/operators.js';
import { neededParent } from '../checks/checks.js';
import type { Check } from '../values/script-values.js';
import { elementText, isSameSubject, subjectText, type Step, type Subject } from '../values/subjects.js';

/** A condition around a statement: it counts when all checks hold, or unless they do. */
export interface Frame {
  readonly word: 'when' | 'unless';
  readonly checks: readonly Check[];
}

/** The comparisons that a check needs: of its parent, its own, and those that belong to it. */
export function comparisons(
  checks: readonly Check[],
  tested: readonly Check[] = [],
): readonly Comparison[] | undefined {
  const found: Comparison[] = [];
  const seen: Check[] = [...tested];
  for (const check of checks) {
    const parent = neededParent(check);
    const guard = parent && !isTested(parent, seen) ? [EXISTS(parent)] : [];
    for (const one of [...guard, check, ...(check.also ?? [])]) {
      const written = comparison(one);
      if (!written) return undefined;
      found.push(written);
      seen.push(one);
    }
  }
  return found;
}

const EXISTS = (subject: Subject): Check => ({ subject, operator: 'exists', expected: null, raw: '' });

const PASS_FOR_NOTHING: ReadonlySet<string> = new Set([
  'absent',
  'notExists',
  'notTruthy',
  'notEquals',
  'notStrictEquals',
  'notIn',
]);

/** Whether something that was checked before holds only if the subject exists. */
function isTested(subject: Subject, checks: readonly Check[]): boolean {
  return checks.some((check) => !PASS_FOR_NOTHING.has(check.operator) && startsWith(check.subject, subject));
}

function startsWith(one: Subject, start: Subject): boolean {
  const cut = (of: Subject): Subject =>
    start.element === undefined
      ? { kind: of.kind, name: of.name, steps: of.steps.slice(0, start.steps.length), isOptional: false }
      : { ...of, element: (of.element ?? []).slice(0, start.element.length) };
  return isSameSubject(cut(one), start);
}

function comparison({ subject, operator, expected, raw }: Check): Comparison | undefined {
  const text = subjectText(subject);
  if (text === undefined) return undefined;
  if (subject.element === undefined) return { subject: text, operator, expected, raw };
  const form = OPERATORS.get(operator)?.written ?? operator;
  const operation = raw === '' ? form : `${form} ${raw}`;
  return elementComparison(text, subject.element, { operator, expected }, operation);
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
    const written = comparisons(checks, tested);
    if (!written || written.some(({ operator }) => OUTERMOST.has(operator))) return undefined;
    if (word === 'when') {
      when.push(...written);
      tested.push(...checks);
    } else unless.push(written);
  }
  return { ...(when.length > 0 && { when }), ...(unless.length > 0 && { unless }) };
}

export function assertionOf(written: Comparison, line: number, around: Conditional): Assertion {
  return { ...written, ...around, line };
}
