/** Keywords on objects. */
import { spend } from '../bounded/step-budget.js';
import { isExact } from '../values/number.js';
import type { Frame, Keyword } from './frame.js';
import { isSchemaObject, member, type SchemaObject } from './schema-node.js';

type ObjectKeyword = (value: unknown, instance: SchemaObject, frame: Frame) => boolean;

function onObject(judge: ObjectKeyword): Keyword {
  return (value, instance, frame) => !isSchemaObject(instance) || judge(value, instance, frame);
}

/** Applies a schema to a member, which counts as evaluated then. */
function applyTo(schema: unknown, key: string, instance: SchemaObject, frame: Frame): boolean {
  frame.evaluated.properties.add(key);
  return frame.judge.apply(schema, instance[key], frame, key);
}

/** Names that are only looked up. */
const ENTRIES_PER_STEP = 8;

const properties = onObject((value, instance, frame) => {
  if (!isSchemaObject(value)) return true;
  let valid = true;
  const entries = Object.entries(value);
  spend(entries.length / ENTRIES_PER_STEP);
  for (const [key, schema] of entries) {
    if (!Object.hasOwn(instance, key) || applyTo(schema, key, instance, frame)) continue;
    valid = false;
    if (!frame.judge.collects) return false;
  }
  return valid;
});

const patternProperties = onObject((value, instance, frame) => {
  if (!isSchemaObject(value)) return true;
  let valid = true;
  for (const [pattern, schema] of Object.entries(value)) {
    for (const key of Object.keys(instance)) {
      if (frame.judge.matches(pattern, key) && !applyTo(schema, key, instance, frame)) valid = false;
    }
  }
  return valid;
});

const additionalProperties = onObject((value, instance, frame) => {
  const named = member(frame.schema, 'properties');
  const patterns = Object.keys(objectOf(member(frame.schema, 'patternProperties')));
  let valid = true;
  for (const key of Object.keys(instance)) {
    spend(1 + patterns.length);
    if (isSchemaObject(named) && Object.hasOwn(named, key)) continue;
    if (patterns.some((pattern) => frame.judge.matches(pattern, key))) continue;
    if (!applyTo(value, key, instance, frame)) valid = false;
  }
  return valid;
});

function objectOf(value: unknown): SchemaObject {
  return isSchemaObject(value) ? value : {};
}

const propertyNames = onObject((value, instance, frame) => {
  const wrong = Object.keys(instance).find((key) => !frame.judge.test(value, key, frame));
  return (
    wrong === undefined || frame.judge.fail(frame, `property name ${JSON.stringify(wrong)} is not allowed`)
  );
});

const required = onObject((value, instance, frame) => hasAll(value, instance, frame));

function hasAll(keys: unknown, instance: SchemaObject, frame: Frame): boolean {
  const names: readonly unknown[] = Array.isArray(keys) ? keys : [];
  spend(names.length / ENTRIES_PER_STEP);
  let valid = true;
  for (const key of names) {
    if (typeof key !== 'string' || Object.hasOwn(instance, key)) continue;
    valid = frame.judge.fail(frame, `must have property ${JSON.stringify(key)}`);
  }
  return valid;
}

const minProperties = onObject(
  (value, instance, frame) =>
    !isExact(value) ||
    Object.keys(instance).length >= value ||
    frame.judge.fail(frame, `must have at least ${value} properties`),
);

const maxProperties = onObject(
  (value, instance, frame) =>
    !isExact(value) ||
    Object.keys(instance).length <= value ||
    frame.judge.fail(frame, `must have at most ${value} properties`),
);

/** Lists of names, schemas, or, up to draft 7 as `dependencies`, either. */
const dependencies = onObject((value, instance, frame) => {
  const entries = Object.entries(objectOf(value));
  spend(entries.length / ENTRIES_PER_STEP);
  let valid = true;
  for (const [key, needed] of entries) {
    if (!Object.hasOwn(instance, key)) continue;
    const holds = Array.isArray(needed)
      ? hasAll(needed, instance, frame)
      : frame.judge.apply(needed, instance, frame);
    if (!holds) valid = false;
  }
  return valid;
});

const unevaluatedProperties = onObject((value, instance, frame) => {
  let valid = true;
  for (const key of Object.keys(instance)) {
    if (!frame.evaluated.properties.has(key) && !applyTo(value, key, instance, frame)) valid = false;
  }
  return valid;
});

export const OBJECT_KEYWORDS: Readonly<Record<string, Keyword>> = {
  required,
  properties,
  patternProperties,
  additionalProperties,
  propertyNames,
  minProperties,
  maxProperties,
  dependencies,
  dependentRequired: dependencies,
  dependentSchemas: dependencies,
};

/** Judged after everything else. */
export const LATE_OBJECT_KEYWORDS: Readonly<Record<string, Keyword>> = { unevaluatedProperties };
