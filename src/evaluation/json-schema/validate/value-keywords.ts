/** Keywords that look at the value itself: its type, numbers, strings. */
import { countCodePoints } from '../../values/body-path.js';
import { checkTime, spendSteps } from '../../bounded/step-budget.js';
import { toJson } from '../../values/json.js';
import { hasNoFraction, isExact, type ExactNumber } from '../../values/number.js';
import { isStrictlyEqual } from '../../values/equality.js';
import { isMultipleOf } from './decimal.js';
import { FORMATS } from './formats.js';
import type { ValidationContext, KeywordCheck } from './validation-context.js';
import { member } from '../references/schema-node.js';
import { isPlainObject } from '../../../primitives/plain-object.js';

const type: KeywordCheck = (value, instance, context) => {
  const types: readonly unknown[] = Array.isArray(value) ? value : [value];
  return (
    types.some((name) => isOfType(instance, name)) ||
    context.validator.fail(context, `must be ${types.join(' or ')}`)
  );
};

function isOfType(instance: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return instance === null;
    case 'array':
      return Array.isArray(instance);
    case 'object':
      return isPlainObject(instance);
    case 'number':
      return isExact(instance);
    case 'integer':
      return isExact(instance) && hasNoFraction(instance);
    default:
      return typeof instance === type;
  }
}

/** Most members differ from the value at once, so one comparison costs a fraction of a step. */
const MEMBERS_PER_STEP = 8;

const enumeration: KeywordCheck = (value, instance, context) => {
  const members: readonly unknown[] = Array.isArray(value) ? value : [];
  spendSteps(1 + members.length / MEMBERS_PER_STEP);
  if (typeof instance === 'object') checkTime();
  if (members.some((allowed) => isStrictlyEqual(allowed, instance))) return true;
  return context.validator.fail(context, `must be one of ${shown(members)}`);
};

const constant: KeywordCheck = (value, instance, context) =>
  isStrictlyEqual(value, instance) || context.validator.fail(context, `must be ${shown(value)}`);

function shown(value: unknown): string {
  const text = toJson(value);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

function onNumber(
  findViolation: (number: ExactNumber, limit: ExactNumber, context: ValidationContext) => string | undefined,
): KeywordCheck {
  return (value, instance, context) => {
    if (!isExact(instance) || !isExact(value)) return true;
    const message = findViolation(instance, value, context);
    return message === undefined || context.validator.fail(context, message);
  };
}

const multipleOf = onNumber((number, divisor) =>
  isMultipleOf(number, divisor) ? undefined : `must be a multiple of ${divisor}`,
);

/** In draft 4 a boolean beside it makes the limit exclusive. */
const minimum = onNumber((number, limit, { schema, resource }) => {
  const exclusive = resource.dialect.hasBooleanLimits && member(schema, 'exclusiveMinimum') === true;
  if (exclusive) return number > limit ? undefined : `must be greater than ${limit}`;
  return number >= limit ? undefined : `must be at least ${limit}`;
});

const maximum = onNumber((number, limit, { schema, resource }) => {
  const exclusive = resource.dialect.hasBooleanLimits && member(schema, 'exclusiveMaximum') === true;
  if (exclusive) return number < limit ? undefined : `must be less than ${limit}`;
  return number <= limit ? undefined : `must be at most ${limit}`;
});

const exclusiveMinimum = onNumber((number, limit) =>
  number > limit ? undefined : `must be greater than ${limit}`,
);
const exclusiveMaximum = onNumber((number, limit) =>
  number < limit ? undefined : `must be less than ${limit}`,
);

const minLength: KeywordCheck = (value, instance, context) =>
  typeof instance !== 'string' ||
  !isExact(value) ||
  countCodePoints(instance) >= value ||
  context.validator.fail(context, `must have at least ${value} characters`);

const maxLength: KeywordCheck = (value, instance, context) =>
  typeof instance !== 'string' ||
  !isExact(value) ||
  countCodePoints(instance) <= value ||
  context.validator.fail(context, `must have at most ${value} characters`);

const pattern: KeywordCheck = (value, instance, context) =>
  typeof instance !== 'string' ||
  typeof value !== 'string' ||
  context.validator.matches(value, instance) ||
  context.validator.fail(context, `must match ${shown(value)}`);

/** Checks the formats that FORMATS lists; all others pass. */
const format: KeywordCheck = (value, instance, context) => {
  const check = typeof value === 'string' && Object.hasOwn(FORMATS, value) ? FORMATS[value] : undefined;
  if (check === undefined || typeof instance !== 'string' || check(instance)) return true;
  return context.validator.fail(context, `must be a valid ${String(value)}`);
};

export const VALUE_KEYWORDS: Readonly<Record<string, KeywordCheck>> = {
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
