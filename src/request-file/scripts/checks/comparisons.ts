/** Comparisons of what a script looks at with values: `===`, `<` and their kind. */
import { isJsonNumber } from '../../../primitives/json/json-number.js';
import { LENGTH_FORMS } from '../../text/operators.js';
import {
  check,
  condition,
  containing,
  isLength,
  isNumberSubject,
  isUnknown,
  matching,
  negate,
  type Checks,
} from './checks.js';
import { json, unknown, type Check, type Value } from '../values/script-values.js';
import { isSameSubject, parentOf, type Subject } from '../values/subjects.js';
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
  const subject = subjectOf(left, operator);
  if (!subject) return unknown('compares what only the script can compute');
  const ordered = ORDERED[operator];
  if (ordered !== undefined) return asCondition(orderedCheck(subject, ordered, right));
  const isStrict = operator.length === 3;
  const found = equality(subject, right, isStrict);
  return operator.startsWith('!') ? negate(asCondition(found)) : asCondition(found);
}

const ISO_DATE = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`;

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

export function orderedCheck(subject: Subject, operator: string, value: Value): Checks {
  if (value.kind === 'unknown') return value;
  const isNumber = value.kind === 'json' && typeof value.value === 'number';
  const isText = value.kind === 'json' && typeof value.value === 'string' && isJsonNumber(value.value);
  if (value.kind === 'json' && !isNumber && !isText) return unknown('orders what is no number');
  const written = writeValue(value);
  if (!written || value.kind === 'list' || value.kind === 'object')
    return unknown('compares with a value that only the script has');
  return lengthOr(subject, operator, written) ?? [{ subject, operator, ...written }];
}

type Written = Pick<Check, 'expected' | 'raw'>;

/** `S.length > 3` becomes `S length > 3`; undefined if the subject is no length. */
function lengthOr(subject: Subject, operator: string, written: Written): Checks | undefined {
  if (!isLength(subject)) return undefined;
  const form = LENGTH_FORMS[operator];
  const { expected } = written;
  if (form === undefined) return unknown('compares a length in a way that has no line');
  const isCount =
    typeof expected === 'number'
      ? Number.isInteger(expected) && expected >= 0
      : typeof expected === 'string' && expected.startsWith('{{');
  if (!isCount) return unknown('compares a length with what is no count');
  const of = parentOf(subject);
  if (of.kind !== 'text') return [{ subject: of, operator: form, ...written }];
  // Texts are measured in characters, sizes in bytes: only their emptiness is the same.
  return expected === 0
    ? [{ subject: { ...of, kind: 'size' }, operator, ...written }]
    : unknown('measures a text in characters');
}

/** The checks for `S === V`, or for `S == V`. */
export function equality(subject: Subject, value: Value, isStrict: boolean): Checks {
  if (value.kind === 'unknown') return value;
  if (value.kind === 'undefined') return [check(subject, isStrict ? 'absent' : 'notExists')];
  if (value.kind === 'number') return equalNumber(subject, value.of, isStrict);
  if (value.kind === 'json') return equalConstant(subject, value, isStrict);
  const written = writeValue(value);
  if (!written) return unknown('compares with a value that only the script has');
  if (subject.kind === 'media-type') return unknown('compares a content type with a computed value');
  return lengthOr(subject, 'equals', written) ?? [{ subject, operator: 'equals', ...written }];
}

function equalConstant(
  subject: Subject,
  value: Value & { readonly kind: 'json' },
  isStrict: boolean,
): Checks {
  const constant = value.value;
  if (constant === null) {
    if (!isStrict) return [check(subject, 'notExists')];
    const type = check(subject, 'type', 'null', 'null');
    return [{ ...type, opposite: [check(subject, 'notStrictEquals', null, 'null')] }];
  }
  const written = writeValue(value);
  if (!written) return unknown('compares with a value that only the script has');
  if (subject.kind === 'media-type') return equalMediaType(subject, constant);
  if (subject.kind === 'text' && !isLength(subject)) return equalText(subject, constant, written);
  const isNumeric = typeof constant === 'number' || (typeof constant === 'string' && isJsonNumber(constant));
  if (isNumberSubject(subject)) {
    if (!isNumeric || (isStrict && typeof constant === 'string'))
      return unknown('compares a number with text, which is never equal');
    return lengthOr(subject, 'equals', written) ?? [{ subject, operator: 'equals', ...written }];
  }
  return [{ subject, operator: isStrict && isNumeric ? 'strictEquals' : 'equals', ...written }];
}

/** `S === Number(E)`: equal to the variable, and a number. */
function equalNumber(subject: Subject, of: Value, isStrict: boolean): Checks {
  const written = of.kind === 'subject' || of.kind === 'template' ? writeValue(of) : undefined;
  if (!written) return unknown('compares with a value that only the script has');
  if (isNumberSubject(subject))
    return lengthOr(subject, 'equals', written) ?? [{ subject, operator: 'equals', ...written }];
  const equal: Check = { subject, operator: 'equals', ...written };
  return isStrict
    ? [{ ...equal, also: [check(subject, 'type', 'number', 'number')], opposite: [] }]
    : [equal];
}

function equalMediaType(subject: Subject, constant: unknown): Checks {
  if (typeof constant !== 'string') return unknown('compares a content type with what is no text');
  return matching(subject, String.raw`^\s*${escapePattern(constant)}\s*(;|$)`, 'i');
}

/** Text that is JSON is compared as text, because the subject `body` would be parsed. */
function equalText(subject: Subject, constant: unknown, written: Written): Checks {
  if (typeof constant !== 'string') return unknown('compares a text with what is no text');
  return isJsonText(constant)
    ? matching(subject, `^${escapePattern(constant)}$`, '')
    : [{ subject, operator: 'equals', ...written }];
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function escapePattern(text: string): string {
  return text
    .replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', String.raw`\r`);
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
  if (name === 'undefined') return [check(subject, 'absent')];
  if (!types.has(name)) return unknown(`asks for the type ${JSON.stringify(name)}, which has no counterpart`);
  return [check(subject, 'type', name, name)];
}
