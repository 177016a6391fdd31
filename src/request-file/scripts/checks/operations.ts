/** Operators of scripts. */
import { both, condition, hasMember, isType, negate } from './checks.js';
import { compare } from './comparisons.js';
import { toCondition } from './reader.js';
import { UNDEFINED, json, ofSubject, template, unknown, type Value } from '../values/script-values.js';
import { hasMembers, isSameSubject, lastStep, parentOf, withStep, type Subject } from '../values/subjects.js';
import { joinTemplates, templateText } from '../values/written-values.js';

const COMPARISONS: ReadonlySet<string> = new Set(['===', '!==', '==', '!=', '<', '<=', '>', '>=']);

export function readUnary(operator: string, value: Value): Value {
  if (value.kind === 'unknown') return value;
  switch (operator) {
    case '!': {
      const found = toCondition(value);
      return found.kind === 'unknown' ? found : negate(found);
    }
    case '-':
    case '+':
      if (value.kind === 'json' && typeof value.value === 'number')
        return json(operator === '-' ? -value.value : value.value);
      return operator === '+'
        ? { kind: 'number', of: value }
        : unknown('calculates with a value of the response');
    case 'typeof':
      return value.kind === 'subject'
        ? { kind: 'typeof', subject: value.subject }
        : unknown('asks for the type of what only the script has');
    case 'void':
      return UNDEFINED;
    default:
      return unknown('changes a value of the script');
  }
}

export function readBinary(operator: string, left: Value, right: Value): Value {
  if (left.kind === 'unknown') return left;
  if (right.kind === 'unknown') return right;
  if (COMPARISONS.has(operator)) {
    if (left.kind === 'condition' || right.kind === 'condition')
      return compareConditions(operator, left, right);
    return compare(operator, left, right);
  }
  if (operator === 'in') return isIn(left, right);
  if (operator === 'instanceof') return isInstance(left, right);
  return calculate(operator, left, right);
}

/** `(a === b) === true`. */
function compareConditions(operator: string, left: Value, right: Value): Value {
  const [one, other] = left.kind === 'condition' ? [left, right] : [right, left];
  if (other.kind !== 'json' || typeof other.value !== 'boolean' || /[<>]/.test(operator))
    return unknown('compares two conditions');
  return other.value === operator.startsWith('=') ? one : negate(one);
}

function isIn(left: Value, right: Value): Value {
  const key = left.kind === 'json' ? left.value : undefined;
  if (
    right.kind !== 'subject' ||
    typeof key !== 'string' ||
    !hasMembers(right.subject) ||
    key in Object.prototype
  )
    return unknown('searches for a computed name');
  const { subject } = right;
  if (subject.element !== undefined || subject.kind !== 'body' || subject.isCollected === true)
    return unknown('searches for a name in what may be no object');
  // The operator throws for anything else.
  const needs = [{ ...isType(subject, 'array'), unless: [isType(subject, 'object')] }];
  return condition(...hasMember(withStep(subject, key)).map((one) => ({ ...one, needs })));
}

export function isInstance(left: Value, right: Value): Value {
  const type = right.kind === 'global' ? { Array: 'array', Object: 'object' }[right.path] : undefined;
  if (left.kind !== 'subject' || type === undefined)
    return unknown('asks for a class that has no counterpart');
  if (type === 'array') return condition(isType(left.subject, type));
  if (left.subject.element !== undefined) return unknown('asks for a class that lists have too');
  // A list is an object too.
  const either = { ...isType(left.subject, 'array'), unless: [isType(left.subject, type)] };
  return condition({ ...either, opposite: [], isLineOnly: true });
}

function calculate(operator: string, left: Value, right: Value): Value {
  const [one, other] = [constantNumber(left), constantNumber(right)];
  if (one !== undefined && other !== undefined) {
    const result = arithmetic(operator, one, other);
    return result === undefined || !Number.isFinite(result)
      ? unknown('calculates in a way that has no counterpart')
      : json(result);
  }
  const place = placeOf(operator, left, other);
  if (place) return place;
  if (operator === '+')
    return left.kind === 'random' || right.kind === 'random'
      ? shiftRandom(left, right)
      : concatenate(left, right);
  if (operator === '*') return randomTimes(left, right);
  if (operator === '/' && left.kind === 'now' && other === 1000) return { kind: 'now', isSeconds: true };
  return unknown('calculates with a value of the response');
}

/** `list.length - 1`, `text.lastIndexOf("/") + 1`. */
function placeOf(operator: string, left: Value, number: number | undefined): Value | undefined {
  if (left.kind === 'last-place' && operator === '+' && number === 1) return { ...left, isAfter: true };
  const isCount =
    left.kind === 'subject' && lastStep(left.subject) === 'length' && left.subject.kind === 'body';
  if (!isCount || operator !== '-' || number === undefined || number < 1 || !Number.isInteger(number))
    return undefined;
  return { kind: 'from-end', list: parentOf(left.subject), step: -number };
}

function constantNumber(value: Value): number | undefined {
  return value.kind === 'json' && typeof value.value === 'number' ? value.value : undefined;
}

function arithmetic(operator: string, one: number, other: number): number | undefined {
  switch (operator) {
    case '+':
      return one + other;
    case '-':
      return one - other;
    case '*':
      return one * other;
    case '/':
      return one / other;
    case '%':
      return one % other;
    case '**':
      return one ** other;
    default:
      return undefined;
  }
}

/** Text only if one side is text, because numbers of a response would be added. */
function concatenate(left: Value, right: Value): Value {
  if (!isText(left) && !isText(right)) return unknown('calculates with a value of the response');
  if (left.kind === 'json' && right.kind === 'json') return constantText(left, right);
  const [one, other] = [templateText(left), templateText(right)];
  const text = one === undefined || other === undefined ? undefined : joinTemplates([one, other]);
  return text === undefined
    ? unknown('builds a text of values that only the script has')
    : template(text, true);
}

function isText(value: Value): boolean {
  if (value.kind === 'json') return typeof value.value === 'string';
  return (
    (value.kind === 'template' && value.isText) ||
    value.kind === 'text' ||
    value.kind === 'hash' ||
    value.kind === 'date'
  );
}

const MAX_CONSTANT = 65_536;

function constantText(left: Value & { kind: 'json' }, right: Value & { kind: 'json' }): Value {
  if (typeof left.value === 'object' || typeof right.value === 'object')
    return unknown('joins a list or object to a text');
  const text = `${String(left.value)}${String(right.value)}`;
  return text.length > MAX_CONSTANT ? unknown('builds a very long text') : json(text);
}

function randomTimes(left: Value, right: Value): Value {
  const [random, factor] =
    left.kind === 'random' ? [left, constantNumber(right)] : [right, constantNumber(left)];
  if (
    random.kind !== 'random' ||
    random.times !== undefined ||
    factor === undefined ||
    !Number.isInteger(factor) ||
    factor < 1
  )
    return unknown('calculates with a value of the response');
  return { ...random, times: factor };
}

/** `Math.floor(Math.random() * n) + m`. */
function shiftRandom(left: Value, right: Value): Value {
  const [random, start] = left.kind === 'random' ? [left, right] : [right, left];
  const least = constantNumber(start);
  if (
    random.kind === 'random' &&
    random.isFloored &&
    random.times !== undefined &&
    least !== undefined &&
    Number.isInteger(least)
  )
    return template(`{{$randomInt(${least}, ${least + random.times})}}`);
  return random.kind === 'random' && random.isFloored
    ? concatenate(left, right)
    : unknown('uses a random number with a fraction');
}

export function readLogical(operator: string, left: Value, right: Value): Value {
  if (left.kind === 'unknown') return left;
  if (operator === '&&') {
    const first = left.kind === 'subject' || left.kind === 'and' ? left.subject : undefined;
    if (first && right.kind === 'subject' && extendsPath(right.subject, first))
      return {
        kind: 'and',
        subject: { ...right.subject, optionalAt: (first.element ?? first.steps).length },
      };
    return both(toCondition(left), toCondition(right));
  }
  if (isEmptyLiteral(right) && left.kind === 'subject') {
    const isList = right.kind === 'json' && Array.isArray(right.value);
    return ofSubject({ ...left.subject, fallback: isList ? 'list' : 'object' });
  }
  if (right.kind === 'unknown') return right;
  if (operator === '??' && left.kind !== 'subject' && left.kind !== 'or')
    return left.kind === 'json' && left.value !== null ? left : unknown('uses ?? in a way that has no line');
  return { kind: 'or', operator: operator === '??' ? '??' : '||', first: left, second: right };
}

function isEmptyLiteral(value: Value): boolean {
  if (value.kind !== 'json' || typeof value.value !== 'object' || value.value === null) return false;
  return Object.keys(value.value).length === 0;
}

/** Whether one subject is a member, at any depth, of the other. */
function extendsPath(one: Subject, of: Subject): boolean {
  if (one.element !== undefined || of.element !== undefined) {
    const [inner, outer] = [one.element ?? [], of.element ?? []];
    return (
      isSameSubject({ ...one, element: [] }, { ...of, element: [] }) &&
      inner.length > outer.length &&
      outer.every((step, i) => step === inner[i])
    );
  }
  return (
    one.steps.length > of.steps.length &&
    isSameSubject({ ...one, steps: one.steps.slice(0, of.steps.length) }, of)
  );
}
