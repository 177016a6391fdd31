/** Keywords on the value itself: its type, numbers, strings. */
import { codePoints } from '../values/body-path.js';
import { checkTime, spend } from '../bounded/step-budget.js';
import { toJson } from '../values/json.js';
import { hasNoFraction, isExact, type Exact } from '../values/number.js';
import { isStrictlyEqual } from '../values/equality.js';
import { isMultipleOf } from './decimal.js';
import { FORMATS } from './formats.js';
import type { Frame, Keyword } from './frame.js';
import { member } from './schema-node.js';

const type: Keyword = (value, instance, frame) => {
  const types: readonly unknown[] = Array.isArray(value) ? value : [value];
  return (
    types.some((name) => isOfType(instance, name)) || frame.judge.fail(frame, `must be ${types.join(' or ')}`)
  );
};

function isOfType(instance: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return instance === null;
    case 'array':
      return Array.isArray(instance);
    case 'object':
      return typeof instance === 'object' && instance !== null && !Array.isArray(instance);
    case 'number':
      return isExact(instance);
    case 'integer':
      return isExact(instance) && hasNoFraction(instance);
    default:
      return typeof instance === type;
  }
}

/** Most are told apart at once. */
const MEMBERS_PER_STEP = 8;

const enumeration: Keyword = (value, instance, frame) => {
  const members: readonly unknown[] = Array.isArray(value) ? value : [];
  spend(1 + members.length / MEMBERS_PER_STEP);
  if (typeof instance === 'object') checkTime();
  if (members.some((allowed) => isStrictlyEqual(allowed, instance))) return true;
  return frame.judge.fail(frame, `must be one of ${shown(members)}`);
};

const constant: Keyword = (value, instance, frame) =>
  isStrictlyEqual(value, instance) || frame.judge.fail(frame, `must be ${shown(value)}`);

function shown(value: unknown): string {
  const text = toJson(value);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

function onNumber(holds: (number: Exact, limit: Exact, frame: Frame) => string | undefined): Keyword {
  return (value, instance, frame) => {
    if (!isExact(instance) || !isExact(value)) return true;
    const message = holds(instance, value, frame);
    return message === undefined || frame.judge.fail(frame, message);
  };
}

const multipleOf = onNumber((number, divisor) =>
  isMultipleOf(number, divisor) ? undefined : `must be a multiple of ${divisor}`,
);

/** In draft 4 a boolean beside it makes the limit exclusive. */
const minimum = onNumber((number, limit, { schema, resource }) => {
  const exclusive = resource.dialect.booleanLimits && member(schema, 'exclusiveMinimum') === true;
  if (exclusive) return number > limit ? undefined : `must be greater than ${limit}`;
  return number >= limit ? undefined : `must be at least ${limit}`;
});

const maximum = onNumber((number, limit, { schema, resource }) => {
  const exclusive = resource.dialect.booleanLimits && member(schema, 'exclusiveMaximum') === true;
  if (exclusive) return number < limit ? undefined : `must be less than ${limit}`;
  return number <= limit ? undefined : `must be at most ${limit}`;
});

const exclusiveMinimum = onNumber((number, limit) =>
  number > limit ? undefined : `must be greater than ${limit}`,
);
const exclusiveMaximum = onNumber((number, limit) =>
  number < limit ? undefined : `must be less than ${limit}`,
);

const minLength: Keyword = (value, instance, frame) =>
  typeof instance !== 'string' ||
  !isExact(value) ||
  codePoints(instance) >= value ||
  frame.judge.fail(frame, `must have at least ${value} characters`);

const maxLength: Keyword = (value, instance, frame) =>
  typeof instance !== 'string' ||
  !isExact(value) ||
  codePoints(instance) <= value ||
  frame.judge.fail(frame, `must have at most ${value} characters`);

const pattern: Keyword = (value, instance, frame) =>
  typeof instance !== 'string' ||
  typeof value !== 'string' ||
  frame.judge.matches(value, instance) ||
  frame.judge.fail(frame, `must match ${shown(value)}`);

/** Only the formats of language section 6.6; all others pass. */
const format: Keyword = (value, instance, frame) => {
  const check = typeof value === 'string' && Object.hasOwn(FORMATS, value) ? FORMATS[value] : undefined;
  if (check === undefined || typeof instance !== 'string' || check(instance)) return true;
  return frame.judge.fail(frame, `must be a valid ${String(value)}`);
};

export const VALUE_KEYWORDS: Readonly<Record<string, Keyword>> = {
  type,
  enum: enumeration,
  const: constant,
  multipleOf,
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  minLength,
  maxLength,
  pattern,
  format,
};
