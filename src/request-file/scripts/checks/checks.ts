/** Builds single checks, and turns them into their opposite. */
import type { Json } from '../../model/model.js';
import { isJsonNumber } from '../../../primitives/json/json-number.js';
import { patternProblem } from '../../expressions/parse-subject.js';
import { OPERATORS } from '../../text/operators.js';
import { json, unknown, type Check, type Unknown, type Value } from '../values/script-values.js';
import { EVERY, isSameSubject, lastStep, parentOf, type Subject } from '../values/subjects.js';
import { writeValue } from '../values/written-values.js';

export function check(subject: Subject, operator: string, expected: Json = null, raw?: string): Check {
  return { subject, operator, expected, raw: raw ?? (expected === null ? '' : JSON.stringify(expected)) };
}

export function condition(...checks: readonly Check[]): Value {
  return { kind: 'condition', any: [checks] };
}

export type Checks = readonly Check[] | Unknown;

export function isUnknown(found: Checks): found is Unknown {
  return 'kind' in found;
}

/** What holds exactly if the check does not; several all hold then. */
export function opposite(of: Check): readonly Check[] | undefined {
  if (of.opposite) return of.opposite.length === 0 ? undefined : of.opposite;
  if (of.also) return undefined;
  const operator = OPERATORS.get(of.operator)?.negation;
  return operator === undefined ? undefined : [{ ...of, operator }];
}

/** The negation of a condition: a choice becomes a row and the other way round. */
export function negate(value: Value): Value {
  if (value.kind === 'json') return json(value.value === null || !value.value);
  if (value.kind !== 'condition') return unknown('is negated in a way that has no line');
  const rows = value.any.map((checks) => checks.map(opposite));
  if (rows.some((row) => row.includes(undefined))) return unknown('is negated, and has no opposite line');
  const opposites = rows as (readonly Check[])[][];
  if (opposites.length === 1) return { kind: 'condition', any: opposites[0] ?? [] };
  if (opposites.every((row) => row.length === 1)) return condition(...opposites.flat(2));
  return unknown('is a choice between several conditions');
}

export function both(one: Value, other: Value): Value {
  if (one.kind === 'unknown') return one;
  if (other.kind === 'unknown') return other;
  if (one.kind === 'json') return isTruthy(one.value) ? other : one;
  if (other.kind === 'json') return isTruthy(other.value) ? one : other;
  if (one.kind !== 'condition' || other.kind !== 'condition')
    return unknown('joins values in a way that has no line');
  const [first, second] = [one.any, other.any];
  if (first.length !== 1 || second.length !== 1) return unknown('is a choice between several conditions');
  return condition(...(first[0] ?? []), ...(second[0] ?? []));
}

export function either(one: Value, other: Value): Value {
  if (one.kind === 'unknown') return one;
  if (other.kind === 'unknown') return other;
  if (one.kind === 'json') return isTruthy(one.value) ? one : other;
  if (other.kind === 'json') return isTruthy(other.value) ? other : one;
  if (one.kind !== 'condition' || other.kind !== 'condition')
    return unknown('joins values in a way that has no line');
  return { kind: 'condition', any: [...one.any, ...other.any] };
}

/** Several comparisons of one subject become `in`; `S === a || S === b` means the same. */
export function joinEqualities(value: Value): Value {
  if (value.kind !== 'condition' || value.any.length < 2) return value;
  const subject = value.any[0]?.[0]?.subject;
  const members: Value[] = [];
  let isStrict = false;
  for (const [only, ...more] of value.any) {
    if (!only || !subject || more.length > 0 || !isSameSubject(only.subject, subject)) return value;
    const isIn = only.operator === 'in' && Array.isArray(only.expected);
    if (only.operator !== 'equals' && only.operator !== 'strictEquals' && !isIn) return value;
    if (only.operator === 'strictEquals' || only.also) isStrict = true;
    const values = isIn ? (only.expected as readonly Json[]) : [only.expected];
    if (values.some((each) => typeof each === 'object' || (typeof each === 'string' && each.includes('{{'))))
      return value;
    members.push(...values.map(json));
  }
  const found = subject && memberOf(subject, members, isStrict);
  return found && !isUnknown(found) ? condition(...found) : value;
}

export function isTruthy(value: Json): boolean {
  return value !== null && value !== false && value !== 0 && value !== '';
}

/** Whether the subject is always a number. */
export function isNumberSubject(of: Subject): boolean {
  return of.kind === 'status' || of.kind === 'duration' || of.kind === 'size' || isLength(of);
}

export function isLength(of: Subject): boolean {
  return (of.kind === 'body' || of.kind === 'text') && lastStep(of) === 'length';
}

/** `S in [a, b]`; numbers and texts that look alike are told apart by a second line. */
export function memberOf(subject: Subject, members: readonly Value[], isStrict = true): Checks {
  const plain = members.map((member) => (member.kind === 'json' ? member.value : undefined));
  if (plain.some((value) => value === null)) return unknown('compares with null among other values');
  const written = writeValue({ kind: 'list', items: members, size: members.length });
  if (!written) return unknown('compares with values that only the script has');
  const one: Check = { subject, operator: 'in', ...written };
  if (plain.some((value) => typeof value === 'object')) return unknown('compares with lists or objects');
  const asNumbers = plain.some((value) => typeof value === 'number');
  const asTexts = plain.some((value) => typeof value === 'string' && isJsonNumber(value));
  if (!isStrict || (!asNumbers && !asTexts)) return [one];
  const strict = (value: Value): readonly Check[] => {
    const each = writeValue(value);
    return each ? [{ subject, operator: 'notStrictEquals', ...each }] : [];
  };
  if (isNumberSubject(subject))
    return asTexts ? unknown('compares a number with text, which is never equal') : [one];
  if (asNumbers && plain.some((value) => typeof value === 'string'))
    return unknown('compares with numbers and texts at once');
  if (subject.kind === 'header' || subject.kind === 'cookie')
    return asNumbers ? unknown('compares text with numbers, which are never equal') : [one];
  const type = check(subject, 'type', asNumbers ? 'number' : 'string', asNumbers ? 'number' : 'string');
  return [{ ...one, also: [type], opposite: members.flatMap(strict) }];
}

/** A text or an element of a list. */
export function containing(subject: Subject, value: Value, isList = false): Checks {
  if (value.kind === 'unknown') return value;
  const written = writeValue(value);
  if (!written) return unknown('searches for a value that only the script has');
  const isRoot = subject.kind === 'body' && subject.steps.length === 0 && subject.element === undefined;
  const asElement = isList || isRoot || lastStep(subject) === EVERY || subject.steps.includes(EVERY);
  return [{ subject, operator: asElement ? 'includes' : 'contains', ...written }];
}

/** `matches`, if the language reads the pattern as scripts do. */
export function matching(subject: Subject, source: string, flags: string): Checks {
  const kept = flags.replaceAll(/[gydu]/g, '');
  const problem = patternProblem(source, kept);
  if (problem !== undefined) return unknown(`has a pattern that is not valid with the Unicode flag`);
  const pattern = `/${source}/${kept}`;
  if (/[\r\n\0]/.test(pattern) || pattern.includes('{{'))
    return unknown('has a pattern that fits on no line');
  return [check(subject, 'matches', pattern, pattern)];
}

export function hasMember(of: Subject): readonly Check[] {
  return [check(of, 'notAbsent')];
}

/** Operators that pass for absent values, where reading the member of an absent parent would have thrown. */
const PASS_IF_ABSENT: ReadonlySet<string> = new Set([
  'notEquals',
  'notStrictEquals',
  'absent',
  'notExists',
  'notTruthy',
  'notIn',
]);

/** The parent that has to exist, so that the check does not pass where the script would have thrown. */
export function neededParent({ subject, operator }: Check): Subject | undefined {
  if (!PASS_IF_ABSENT.has(operator) || subject.kind !== 'body' || subject.isOptional) return undefined;
  const steps = subject.element ?? subject.steps;
  if (steps.length < (subject.element ? 1 : 2) || steps.includes(EVERY)) return undefined;
  const parent = parentOf(subject);
  return parent.element?.length === 0 ? undefined : parent;
}
