/** Keywords for objects. */
import { keysOf } from '../../../primitives/json/key-order.js';
import { spendSteps } from '../../bounded/step-budget.js';
import { atLeast, atMost } from './count-limits.js';
import type { ValidationContext, KeywordCheck } from './validation-context.js';
import { asList, asObject, isSchemaObject, member, type SchemaObject } from '../references/schema-node.js';

type ObjectKeyword = (value: unknown, instance: SchemaObject, context: ValidationContext) => boolean;

function onObject(check: ObjectKeyword): KeywordCheck {
  return (value, instance, context) => !isSchemaObject(instance) || check(value, instance, context);
}

/** Applies a schema to a member, which then counts as evaluated. */
function applyTo(schema: unknown, key: string, instance: SchemaObject, context: ValidationContext): boolean {
  context.evaluated.properties.add(key);
  return context.validator.apply(schema, instance[key], context, key);
}

/** A look-up of a name costs a fraction of a step. */
const ENTRIES_PER_STEP = 8;

const properties = onObject((value, instance, context) => {
  if (!isSchemaObject(value)) return true;
  let valid = true;
  const entries = Object.entries(value);
  spendSteps(entries.length / ENTRIES_PER_STEP);
  for (const [key, schema] of entries) {
    if (!Object.hasOwn(instance, key) || applyTo(schema, key, instance, context)) continue;
    valid = false;
    if (!context.validator.collectsViolations) return false;
  }
  return valid;
});

const patternProperties = onObject((value, instance, context) => {
  if (!isSchemaObject(value)) return true;
  let valid = true;
  for (const [pattern, schema] of Object.entries(value)) {
    for (const key of keysOf(instance)) {
      if (context.validator.matches(pattern, key) && !applyTo(schema, key, instance, context)) valid = false;
    }
  }
  return valid;
});

const additionalProperties = onObject((value, instance, context) => {
  const named = member(context.schema, 'properties');
  const patterns = Object.keys(asObject(member(context.schema, 'patternProperties')));
  let valid = true;
  for (const key of keysOf(instance)) {
    spendSteps(1 + patterns.length);
    if (isSchemaObject(named) && Object.hasOwn(named, key)) continue;
    if (patterns.some((pattern) => context.validator.matches(pattern, key))) continue;
    if (!applyTo(value, key, instance, context)) valid = false;
  }
  return valid;
});

const propertyNames = onObject((value, instance, context) => {
  const wrong = keysOf(instance).find((key) => !context.validator.test(value, key, context));
  return (
    wrong === undefined ||
    context.validator.fail(context, `property name ${JSON.stringify(wrong)} is not allowed`)
  );
});

const required = onObject((value, instance, context) => {
  const needed = asList(value).filter(
    (key) =>
      typeof key === 'string' &&
      (Object.hasOwn(instance, key) || !context.validator.isUnneeded(key, context)),
  );
  return hasAll(needed, instance, context);
});

function hasAll(keys: unknown, instance: SchemaObject, context: ValidationContext): boolean {
  const names = asList(keys);
  spendSteps(names.length / ENTRIES_PER_STEP);
  let valid = true;
  for (const key of names) {
    if (typeof key !== 'string' || Object.hasOwn(instance, key)) continue;
    valid = context.validator.fail(context, `must have property ${JSON.stringify(key)}`);
  }
  return valid;
}

function countMembers(instance: unknown): number | undefined {
  return isSchemaObject(instance) ? Object.keys(instance).length : undefined;
}

/** Lists of names, schemas, or, up to draft 7 as `dependencies`, either. */
const dependencies = onObject((value, instance, context) => {
  const entries = Object.entries(asObject(value));
  spendSteps(entries.length / ENTRIES_PER_STEP);
  let valid = true;
  for (const [key, needed] of entries) {
    if (!Object.hasOwn(instance, key)) continue;
    const isSatisfied = Array.isArray(needed)
      ? hasAll(needed, instance, context)
      : context.validator.apply(needed, instance, context);
    if (!isSatisfied) valid = false;
  }
  return valid;
});

const unevaluatedProperties = onObject((value, instance, context) => {
  let valid = true;
  for (const key of keysOf(instance)) {
    if (!context.evaluated.properties.has(key) && !applyTo(value, key, instance, context)) valid = false;
  }
  return valid;
});

export const OBJECT_KEYWORDS: Readonly<Record<string, KeywordCheck>> = {
  required,
  properties,
  patternProperties,
  additionalProperties,
  propertyNames,
  minProperties: atLeast(countMembers, 'properties'),
  maxProperties: atMost(countMembers, 'properties'),
  dependencies,
  dependentRequired: dependencies,
  dependentSchemas: dependencies,
};

/** Checked after all other keywords. */
export const LATE_OBJECT_KEYWORDS: Readonly<Record<string, KeywordCheck>> = { unevaluatedProperties };
