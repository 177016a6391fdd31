/** Builds single checks, and turns them into their opposite. */
import type { Json } from '../../model/model.js';
import { isJsonNumber } from '../../../primitives/json/json-number.js';
import { patternProblem } from '../../expressions/parse-subject.js';
import { OPERATORS } from '../../text/operators.js';
import { json, unknown, type Check, type Unknown, type Value } from '../values/script-values.js';
import { EVERY, isSameSubject, lastStep, type Subject } from '../values/subjects.js';
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

/** Operators that hold or not for every value, so that their opposites hold exactly where they do not. */
const EXACT: ReadonlySet<string> = new Set([
  'equals',
  'notEquals',
  'strictEquals',
  'notStrictEquals',
  'exists',
  'notExists',
  'absent',
  'notAbsent',
  'truthy',
  'notTruthy',
  'in',
  'notIn',
]);

/** What holds exactly if the check does not; several all hold then. */
export function opposite(of: Check): readonly Check[] | undefined {
  if (of.negates) return [of.negates];
  const [first, ...more] = of.opposite ?? (of.also ? [] : generalOpposite(of));
  if (!first) return undefined;
  // A value that the script converts could be equal to it there, but not here.
  const needs = [...(of.needs ?? []), ...(first.operator === 'notEquals' ? (of.converts ?? []) : [])];
  return [needs.length === 0 ? first : { ...first, needs }, ...more];
}

function generalOpposite(of: Check): readonly Check[] {
  const operator = OPERATORS.get(of.operator)?.negation;
  if (operator === undefined || of.when || of.unless) return [];
  const { also: _also, needs: _needs, ...plain } = of;
  const negated: Check = { ...plain, operator };
  if (EXACT.has(of.operator)) return [negated];
  if (of.operator !== 'type') return [{ ...negated, negates: of }];
  return [{ ...negated, unless: [check(of.subject, 'absent')], negates: of }];
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
  const converts: Check[] = [];
  for (const [only, ...more] of value.any) {
    if (!only || !subject || more.length > 0 || !isSameSubject(only.subject, subject)) return value;
    const isIn = only.operator === 'in' && Array.isArray(only.expected);
    if (only.operator !== 'equals' && only.operator !== 'strictEquals' && !isIn) return value;
    if (only.operator === 'strictEquals' || only.also) isStrict = true;
    if (only.isLineOnly || only.needs) return value;
    if (only.converts) converts.push(...only.converts);
    const values = isIn ? (only.expected as readonly Json[]) : [only.expected];
    if (values.some((each) => typeof each === 'object' || (typeof each === 'string' && each.includes('{{'))))
      return value;
    members.push(...values.map(json));
  }
  const found = subject && memberOf(subject, members, isStrict);
  if (!found || isUnknown(found)) return value;
  return condition(...found.map((one) => (converts.length === 0 ? one : { ...one, converts })));
}

export function isTruthy(value: Json): boolean {
  return value !== null && value !== false && value !== 0 && value !== '';
}

/** Whether the subject is always a number. */
export function isNumberSubject(of: Subject): boolean {
  return of.kind === 'status' || of.kind === 'duration' || of.kind === 'size' || isLength(of);
}

export function isLength(of: Subject): boolean {
  return of.isCount === true || ((of.kind === 'body' || of.kind === 'text') && lastStep(of) === 'length');
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
  if (asNumbers && plain.some((value) => typeof value !== 'number'))
    return unknown('compares with values of several types at once');
  if (asTexts && plain.some((value) => typeof value === 'boolean'))
    return unknown('compares with values of several types at once');
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
  if (isNumberSubject(subject)) return unknown('searches in a number');
  const isMany = subject.steps.includes(EVERY) || lastStep(subject) === EVERY;
  if (isList || isMany)
    return [{ subject, operator: 'includes', ...written, ...(isMany && { needs: [eachExists(subject)] }) }];
  switch (subject.kind) {
    case 'media-type':
      return value.kind === 'json' && typeof value.value === 'string'
        ? matching(subject, `^[^;]*${escapePattern(value.value)}`, '')
        : unknown('compares a content type with a computed value');
    case 'body':
      if (isWhole(subject) && subject.isParsed !== true) return [inWholeBody(subject, written)];
      return [{ subject, operator: 'contains', ...written, needs: listOrText(subject) }];
    case 'variable':
      return [{ subject, operator: 'contains', ...written, needs: listOrText(subject) }];
    default:
      return [{ subject, operator: 'contains', ...written }];
  }
}

/** The body as a whole: a text in which something stands, or a list with that element. */
function inWholeBody(subject: Subject, written: Pick<Check, 'expected' | 'raw'>): Check {
  const isList = [isType(subject, 'array')];
  return {
    subject,
    operator: 'contains',
    ...written,
    unless: isList,
    also: [{ subject, operator: 'includes', ...written, when: isList }],
    opposite: [
      { subject, operator: 'notContains', ...written, unless: isList },
      { subject, operator: 'notIncludes', ...written, when: isList },
    ],
    needs: listOrText(subject),
    isLineOnly: true,
  };
}

/** Whether it is the body as a whole. */
export function isWhole({ kind, steps, element }: Subject): boolean {
  return kind === 'body' && steps.length === 0 && element === undefined;
}

export function isType(subject: Subject, name: string): Check {
  return check(subject, 'type', name, name);
}

export function isNotType(subject: Subject, name: string): Check {
  return check(subject, 'notType', name, name);
}

/** Only lists and texts can be searched; numbers and the names of members could be taken for texts. */
function listOrText(subject: Subject): readonly Check[] {
  return subject.element === undefined
    ? [{ ...isType(subject, 'array'), unless: [isType(subject, 'string')] }]
    : ['number', 'boolean', 'object'].map((name) => isNotType(subject, name));
}

/** Reading a member of an element that is null throws, and so does visiting what is no list. */
export function eachExists(of: Subject): Check {
  const every = of.steps.indexOf(EVERY);
  const { isParsed: _parsed, ...list } = of;
  const steps = every < 0 ? of.steps : of.steps.slice(0, every);
  return check({ ...list, steps, element: [] }, 'exists');
}

/** `matches`, if the language reads the pattern as scripts do. */
export function matching(subject: Subject, source: string, flags: string): Checks {
  if (flags.includes('y')) return unknown('has a pattern that continues where it ended before');
  const kept = flags.replaceAll(/[gdu]/g, '');
  const problem = patternProblem(source, kept);
  if (problem !== undefined) return unknown(`has a pattern that is not valid with the Unicode flag`);
  const pattern = `/${source}/${kept}`;
  if (/[\r\n\0]/.test(pattern) || pattern.includes('{{'))
    return unknown('has a pattern that fits on no line');
  return [check(subject, 'matches', pattern, pattern)];
}

/** Methods of texts, which other values do not have. */
export function textMatching(subject: Subject, source: string, flags: string): Checks {
  const found = matching(subject, source, flags);
  return isUnknown(found) ? found : found.map((one) => ({ ...one, needs: ofText(subject) }));
}

export function ofText(subject: Subject): readonly Check[] {
  return subject.kind === 'body' || subject.kind === 'variable' ? [isType(subject, 'string')] : [];
}

export function escapePattern(text: string): string {
  return text
    .replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', String.raw`\r`);
}

export function hasMember(of: Subject): readonly Check[] {
  return [check(of, 'notAbsent')];
}

/** Operators that pass for absent values, where reading the member of an absent parent would have thrown. */
export const PASS_IF_ABSENT: ReadonlySet<string> = new Set([
  'notEquals',
  'notStrictEquals',
  'absent',
  'notExists',
  'notTruthy',
  'notIn',
]);

/** The parent that has to exist, so that the check does not pass where the script would have thrown. */
export function neededParent({ subject, operator, unless }: Check): Subject | undefined {
  const passesBeside = unless?.every((each) => each.operator === 'absent') === true;
  const passes = PASS_IF_ABSENT.has(operator) || passesBeside;
  if (!passes || subject.kind !== 'body') return undefined;
  const { element, isParsed, optionalAt } = subject;
  const steps = element ?? subject.steps;
  if (steps.length === 0 || steps.includes(EVERY)) return undefined;
  const parent = steps.slice(0, Math.max(0, (optionalAt ?? steps.length) - 1));
  if (element !== undefined) return optionalAt === 0 ? undefined : { ...subject, element: parent };
  if (parent.length > 0) return { ...subject, steps: parent };
  return isParsed === true ? JSON_ROOT : undefined;
}

/** The body as JSON. */
const JSON_ROOT: Subject = { kind: 'json', name: '', steps: [] };
