/** Comparisons of what a script looks at with values: `===`, `<` and their kind. */
import { isJsonNumber } from '../../../primitives/json/json-number.js';
import { LENGTH_FORMS } from '../../text/operators.js';
import { isOnePlaceholder } from '../../text/template.js';
import {
  check,
  condition,
  containing,
  escapePattern,
  isLength,
  isNotType,
  isNumberSubject,
  isType,
  isUnknown,
  matching,
  negate,
  type Checks,
} from './checks.js';
import { json, unknown, type Check, type Value } from '../values/script-values.js';
import {
  EVERY,
  isSameSubject,
  isVariableName,
  parentOf,
  placeholderOf,
  type Subject,
} from '../values/subjects.js';
import { writeValue } from '../values/written-values.js';

const ORDERED: Readonly<Record<string, string>> = {
  '>': 'greaterThan',
  '>=': 'greaterOrEqual',
  '<': 'lessThan',
  '<=': 'lessOrEqual',
};
const SWAPPED: Readonly<Record<string, string>> = { '>': '<', '>=': '<=', '<': '>', '<=': '>=' };

/** The condition that a comparison means; a constant if both sides are. */
export function compare(operator: string, left: Value, right: Value): Value {
  if (left.kind === 'unknown') return left;
  if (right.kind === 'unknown') return right;
  const constant = compareConstants(operator, left, right);
  if (constant !== undefined) return json(constant);
  if (looksRight(left, right)) return compare(SWAPPED[operator] ?? operator, right, left);
  if (left.kind === 'position') return comparePosition(operator, left, right);
  if (left.kind === 'typeof') return compareType(operator, left.subject, right);
  const isDate = left.kind === 'date' && right.kind === 'subject' && left.isText;
  if (isDate && left.of && isSameSubject(left.of, right.subject) && operator.startsWith('=='))
    return asCondition(matching(right.subject, ISO_DATE, ''));
  if (left.kind === 'and') return compareGuarded(operator, left.subject, right);
  const subject = subjectOf(left, operator);
  if (!subject) return unknown('compares what only the script can compute');
  if (subject.isCollected === true) return compareCollected(operator, subject, right);
  const ordered = ORDERED[operator];
  if (ordered !== undefined) return asCondition(orderedCheck(subject, ordered, right));
  const found = equality(subject, right, { isStrict: operator.length === 3 });
  return operator.startsWith('!') ? negate(asCondition(found)) : asCondition(found);
}

const ISO_DATE = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`;

/** `a && a.b` is `a` where that is false, which equals nothing but another false value. */
function compareGuarded(operator: string, subject: Subject, right: Value): Value {
  const isTrue = right.kind === 'json' && typeof right.value !== 'object' && Boolean(right.value);
  if (isTrue && operator === '===') return asCondition(equality(subject, right, { isStrict: true }));
  return unknown('compares one of two values');
}

/** A list of what was collected is equal to no single value. */
function compareCollected(operator: string, subject: Subject, right: Value): Value {
  const isSingle = right.kind === 'json' && right.value !== null && typeof right.value !== 'object';
  if (isSingle && operator === '===')
    return asCondition(onlyPositive(equality(subject, right, { isStrict: true })));
  return unknown(COLLECTED);
}

export const COLLECTED = 'may read a list of values from the elements of lists';

export function onlyPositive(found: Checks): Checks {
  return isUnknown(found) ? found : found.map((one) => ({ ...one, opposite: [] }));
}

export function asCondition(found: Checks): Value {
  return isUnknown(found) ? found : condition(...found);
}

function compareConstants(operator: string, left: Value, right: Value): boolean | undefined {
  if (left.kind === 'undefined' && right.kind === 'undefined') return operator.startsWith('==');
  if (left.kind !== 'json' || right.kind !== 'json') return undefined;
  const [one, other] = [left.value, right.value];
  if (typeof one === 'object' || typeof other === 'object' || typeof one !== typeof other) return undefined;
  switch (operator) {
    case '===':
    case '==':
      return one === other;
    case '!==':
    case '!=':
      return one !== other;
    default:
      if (typeof one !== 'number' || typeof other !== 'number') return undefined;
      return operator.startsWith('<')
        ? one < other || (operator === '<=' && one === other)
        : one > other || (operator === '>=' && one === other);
  }
}

/** Whether only the right side is about the response; a variable on the left gives way to it. */
function looksRight(left: Value, right: Value): boolean {
  const rank = (value: Value): number => {
    if (value.kind === 'number' || value.kind === 'text') return rank(value.of);
    if (value.kind === 'position' || value.kind === 'typeof' || value.kind === 'date') return 3;
    if (value.kind !== 'subject') return 0;
    return value.subject.kind === 'variable' ? 1 : 2;
  };
  return rank(right) > rank(left);
}

/** `Number(E)` stands for E in an ordered comparison only. */
function subjectOf(value: Value, operator: string): Subject | undefined {
  if (value.kind === 'subject') return value.subject;
  if (value.kind === 'number' && operator in ORDERED) return subjectOf(value.of, operator);
  if (value.kind === 'text' && !value.isJson && value.of.kind === 'subject') {
    const { kind } = value.of.subject;
    return kind === 'header' || kind === 'cookie' || kind === 'text' ? value.of.subject : undefined;
  }
  return undefined;
}

/** The order of a comparison of the script. */
function orderedCheck(subject: Subject, operator: string, value: Value): Checks {
  const found = orderedBy(subject, operator, value);
  if (isUnknown(found) || isNumberSubject(subject) || subject.kind !== 'body') return found;
  const number = isType(subject, 'number');
  const isConstant = value.kind === 'json';
  // Two texts are compared letter by letter.
  if (!isConstant) return found.map((one) => ({ ...one, also: [number], opposite: [] }));
  const isNull = subject.element === undefined && holdsForNull(operator, Number(value.value));
  const unless = isNull ? 'notAbsent' : 'exists';
  const present = subject.element === undefined ? { when: [check(subject, unless)] } : {};
  return found.map((one) => ({ ...one, converts: [{ ...number, ...present }] }));
}

/** Null counts as 0. */
function holdsForNull(operator: string, limit: number): boolean {
  switch (operator) {
    case 'greaterThan':
      return 0 > limit;
    case 'greaterOrEqual':
      return 0 >= limit;
    case 'lessThan':
      return 0 < limit;
    default:
      return 0 <= limit;
  }
}

/** The order of assertion libraries, which takes numbers only. */
export function orderedNumbers(subject: Subject, operator: string, value: Value): Checks {
  const found = orderedBy(subject, operator, value);
  if (isUnknown(found)) return found;
  const numbers = [subject, ...numberOf(value)].filter((each) => !isNumberSubject(each));
  if (numbers.length === 0) return found;
  const needs = numbers.map((each) => isType(each, 'number'));
  return found.map((one) => ({ ...one, needs }));
}

/** The subject whose value has to be a number. */
function numberOf(value: Value): Subject[] {
  if (value.kind === 'subject') return [value.subject];
  const name = value.kind === 'template' && !value.isText ? variableOf(value.text) : undefined;
  return name === undefined ? [] : [variable(name)];
}

function orderedBy(subject: Subject, operator: string, value: Value): Checks {
  if (value.kind === 'unknown') return value;
  if (value.kind === 'json' && typeof value.value !== 'number') return unknown('orders what is no number');
  const written = writeValue(value);
  if (!written || value.kind === 'list' || value.kind === 'object')
    return unknown('compares with a value that only the script has');
  return counted(subject, operator, written) ?? [{ subject, operator, ...written }];
}

type Written = Pick<Check, 'expected' | 'raw'>;

/** A comparison of the number of members, or of the length of a text; undefined for any other subject. */
function counted(subject: Subject, operator: string, written: Written): Checks | undefined {
  const { isCount, ...of } = subject;
  const isText = subject.kind === 'text' && isLength(subject);
  if (isCount !== true && !isText) return undefined;
  const form = LENGTH_FORMS[operator];
  const { expected } = written;
  const isWritten =
    typeof expected === 'number'
      ? Number.isInteger(expected) && expected >= 0
      : typeof expected === 'string' && expected.startsWith('{{');
  if (form === undefined || !isWritten) return unknown('compares a length with what is no count');
  if (isCount === true) return [{ subject: of, operator: form, ...written }];
  // Texts are measured in characters, sizes in bytes: only their emptiness is the same.
  return expected === 0
    ? [{ subject: { ...parentOf(subject), kind: 'size' }, operator, ...written }]
    : unknown('measures a text in characters');
}

/** How values are compared: `isDeep` if lists and objects with the same members are equal. */
export interface Equality {
  readonly isStrict: boolean;
  readonly isDeep?: boolean;
}

/** The checks for `S === V`, or for `S == V`. */
export function equality(subject: Subject, value: Value, how: Equality): Checks {
  switch (value.kind) {
    case 'unknown':
      return value;
    case 'undefined':
      return absence(subject, how);
    case 'number':
      return equalNumber(subject, value.of, how.isStrict);
    case 'json':
      return equalConstant(subject, value, how);
    case 'subject':
      return equalOther(subject, value.subject, how);
    case 'list':
    case 'object':
      return how.isDeep === true ? equalWritten(subject, value) : unknown(IDENTITY);
    default: {
      const text = value.kind === 'template' && !value.isText ? value.text : undefined;
      const name = text === undefined ? undefined : variableOf(text);
      if (name !== undefined) return equalOther(subject, variable(name), how);
      return equalText(subject, value, how);
    }
  }
}

const IDENTITY = 'compares the identity of lists or objects';

function absence(subject: Subject, { isStrict }: Equality): Checks {
  if (!isStrict) return [check(subject, 'notExists')];
  return subject.isNullable === true
    ? unknown('compares with undefined, which it never is')
    : [check(subject, 'absent')];
}

function equalWritten(subject: Subject, value: Value): Checks {
  const written = writeValue(value);
  return written
    ? [{ subject, operator: 'equals', ...written }]
    : unknown('compares with a value that only the script has');
}

/** A text with placeholders. */
function equalText(subject: Subject, value: Value, { isStrict }: Equality): Checks {
  const written = writeValue(value);
  if (!written) return unknown('compares with a value that only the script has');
  if (subject.kind === 'media-type') return unknown('compares a content type with a computed value');
  const form = counted(subject, 'equals', written);
  if (form) return form;
  if (subject.kind === 'text') return unknown('compares the body with a computed text');
  const { expected } = written;
  const quoted = typeof expected === 'string' ? { expected, raw: JSON.stringify(expected) } : written;
  return [{ subject, operator: isStrict ? 'strictEquals' : 'equals', ...(isStrict ? quoted : written) }];
}

/** `{{name}}` is the variable, whose type the subject `variable` keeps. */
function variableOf(text: string): string | undefined {
  const name = isOnePlaceholder(text) ? text.slice(2, -2).trim() : '';
  return isVariableName(name) ? name : undefined;
}

function variable(name: string): Subject {
  return { kind: 'variable', name, steps: [] };
}

/**
 * Both sides come from the response or from variables. A variable stands on the left, where it keeps its type; lists and
 * objects are equal to themselves only.
 */
function equalOther(subject: Subject, other: Subject, { isStrict, isDeep = false }: Equality): Checks {
  const [left, right] = other.kind === 'variable' ? [other, subject] : [subject, other];
  const placeholder = placeholderOf(right);
  const isWritable = placeholder !== undefined && left.element === undefined && !left.steps.includes(EVERY);
  if (!isWritable || right.kind === 'variable' || right.kind === 'text' || left.kind === 'text')
    return unknown('compares two values whose types only the script knows');
  if (left.kind === 'media-type' || left.kind === 'headers')
    return unknown('compares a content type with a computed value');
  const written = { expected: placeholder, raw: placeholder };
  const one: Check = {
    subject: left,
    operator: isStrict ? 'strictEquals' : 'equals',
    ...written,
    isLineOnly: true,
  };
  const of = right.kind === 'body' ? right : left;
  if (isDeep || of.kind !== 'body' || isLength(of)) return [one];
  const identity = [isNotType(of, 'array'), isNotType(of, 'object')];
  const { isLineOnly: _line, ...plain } = one;
  return [
    {
      ...one,
      also: identity,
      opposite: isStrict ? [{ ...plain, operator: 'notStrictEquals', isLineOnly: true }] : [],
    },
  ];
}

function equalConstant(subject: Subject, value: Value & { readonly kind: 'json' }, how: Equality): Checks {
  const constant = value.value;
  const { isStrict } = how;
  if (constant === null) return equalNull(subject, isStrict);
  if (typeof constant === 'object')
    return how.isDeep === true ? equalWritten(subject, value) : unknown(IDENTITY);
  const written = writeValue(value);
  if (!written) return unknown('compares with a value that only the script has');
  if (subject.kind === 'media-type') return equalMediaType(subject, constant);
  const form = counted(subject, 'equals', written);
  if (form) return form;
  if (subject.kind === 'text') return equalWholeText(subject, constant);
  const isNumeric = typeof constant === 'number' || (typeof constant === 'string' && isJsonNumber(constant));
  if (isNumberSubject(subject) && (!isNumeric || (isStrict && typeof constant === 'string')))
    return unknown('compares a number with text, which is never equal');
  const isAlwaysNumber = isNumberSubject(subject) && subject.kind !== 'body';
  const operator = isStrict && isNumeric && !isAlwaysNumber ? 'strictEquals' : 'equals';
  const one: Check = { subject, operator, ...written };
  if (isStrict || isNumberSubject(subject) || subject.kind === 'variable') return [one];
  if (subject.kind !== 'body') return isNumeric ? [{ ...one, opposite: [] }] : [one];
  return [{ ...one, converts: convertedBy(subject, constant) }];
}

function equalNull(subject: Subject, isStrict: boolean): Checks {
  if (!isStrict) return [check(subject, 'notExists')];
  if (subject.isNullable === true) return [check(subject, 'absent')];
  const type = isType(subject, 'null');
  return [{ ...type, opposite: [check(subject, 'notStrictEquals', null, 'null')] }];
}

/** What fails where `==` converts the value: lists become texts, and texts, booleans and lists numbers. */
function convertedBy(subject: Subject, constant: string | number | boolean): readonly Check[] {
  const present = subject.element === undefined ? { when: [check(subject, 'exists')] } : {};
  const isNo = (name: string): Check => ({ ...isNotType(subject, name), ...present });
  if (typeof constant === 'number') return [{ ...isType(subject, 'number'), ...present }];
  if (typeof constant === 'boolean') return [{ ...isType(subject, 'boolean'), ...present }];
  return isJsonNumber(constant) ? [isNo('array'), isNo('boolean')] : [isNo('array')];
}

/** `S === Number(E)`: equal to the variable, and a number. */
function equalNumber(subject: Subject, of: Value, isStrict: boolean): Checks {
  const written = of.kind === 'subject' || of.kind === 'template' ? writeValue(of) : undefined;
  if (!written) return unknown('compares with a value that only the script has');
  const form = counted(subject, 'equals', written);
  if (form) return form;
  const equal: Check = { subject, operator: 'equals', ...written, isLineOnly: true };
  if (isNumberSubject(subject) && subject.kind !== 'body') return [equal];
  return [{ ...equal, also: isStrict ? [isType(subject, 'number')] : [], opposite: [] }];
}

function equalMediaType(subject: Subject, constant: unknown): Checks {
  if (typeof constant !== 'string') return unknown('compares a content type with what is no text');
  return matching(subject, String.raw`^\s*${escapePattern(constant)}\s*(;|$)`, 'i');
}

/** The text is compared as it was sent, because the subject `body` would be parsed. */
function equalWholeText(subject: Subject, constant: unknown): Checks {
  if (typeof constant !== 'string') return unknown('compares a text with what is no text');
  if (constant === '') return [check({ ...subject, kind: 'size' }, 'equals', 0)];
  return matching(subject, `^${escapePattern(constant)}$`, '');
}

/** `S.indexOf(V) !== -1` and its kind. */
function comparePosition(operator: string, left: Value & { readonly kind: 'position' }, right: Value): Value {
  const bound = right.kind === 'json' ? right.value : undefined;
  const isPattern = left.value.kind === 'pattern';
  const checks = isPattern
    ? matching(left.of, left.value.source, left.value.flags)
    : containing(left.of, left.value);
  const found = asCondition(checks);
  const form = `${operator.slice(0, 2)} ${JSON.stringify(bound)}`;
  if (['!= -1', '>= 0', '> -1'].includes(form)) return found;
  if (['== -1', '< 0'].includes(form)) return negate(found);
  return unknown('compares a position in a text');
}

const TYPES: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

function compareType(operator: string, subject: Subject, right: Value): Value {
  const name = right.kind === 'json' ? right.value : undefined;
  if (typeof name !== 'string' || operator in ORDERED)
    return unknown('uses typeof in a way that has no line');
  const found = typeCheck(subject, name, TYPES);
  return operator.startsWith('!') ? negate(asCondition(found)) : asCondition(found);
}

export function typeCheck(subject: Subject, name: string, types: ReadonlySet<string>): Checks {
  if (name === 'undefined') return absence(subject, { isStrict: true });
  if (!types.has(name)) return unknown(`asks for the type ${JSON.stringify(name)}, which has no counterpart`);
  const found = [isType(subject, name)];
  if (subject.isCollected !== true) return found;
  return SINGLE.has(name) ? onlyPositive(found) : unknown(COLLECTED);
}

const SINGLE: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);
