/** Keywords that look at the value itself: its type, numbers, strings. */
import { countCodePoints } from '../../values/body-path.js';
import { checkTime, spendSteps } from '../../bounded/step-budget.js';
import { toJson } from '../../values/json.js';
import { isExact, type ExactNumber } from '../../values/number.js';
import { isOfType } from '../../values/json-type.js';
import { isStrictlyEqual } from '../../values/equality.js';
import { atLeast, atMost } from './count-limits.js';
import { isMultipleOf } from './decimal.js';
import { FORMATS } from './formats.js';
import type { ValidationContext, KeywordCheck } from './validation-context.js';
import { asList, member } from '../references/schema-node.js';

const type: KeywordCheck = (value, instance, context) => {
  const types = Array.isArray(value) ? asList(value) : [value];
  return (
    types.some((name) => isOfType(instance, name)) ||
    context.validator.fail(context, `must be ${types.join(' or ')}`)
  );
};

/** Most members differ from the value at once, so one comparison costs a fraction of a step. */
const MEMBERS_PER_STEP = 8;

const enumeration: KeywordCheck = (value, instance, context) => {
  const members = asList(value);
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

const exceeds = (number: ExactNumber, limit: ExactNumber): string | undefined =>
  number > limit ? undefined : `must be greater than ${limit}`;
const staysBelow = (number: ExactNumber, limit: ExactNumber): string | undefined =>
  number < limit ? undefined : `must be less than ${limit}`;

/** In draft 4 a boolean beside it makes the limit exclusive. */
function isExclusive({ schema, resource }: ValidationContext, keyword: string): boolean {
  return resource.dialect.hasBooleanLimits && member(schema, keyword) === true;
}

const minimum = onNumber((number, limit, context) => {
  if (isExclusive(context, 'exclusiveMinimum')) return exceeds(number, limit);
  return number >= limit ? undefined : `must be at least ${limit}`;
});

const maximum = onNumber((number, limit, context) => {
  if (isExclusive(context, 'exclusiveMaximum')) return staysBelow(number, limit);
  return number <= limit ? undefined : `must be at most ${limit}`;
});

function lengthOf(instance: unknown): number | undefined {
  return typeof instance === 'string' ? countCodePoints(instance) : undefined;
}

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
  exclusiveMinimum: onNumber(exceeds),
  exclusiveMaximum: onNumber(staysBelow),
  minLength: atLeast(lengthOf, 'characters'),
  maxLength: atMost(lengthOf, 'characters'),
  pattern,
  format,
};
