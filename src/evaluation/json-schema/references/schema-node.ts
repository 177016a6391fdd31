/** Schemas as they stand in documents: an object or a boolean. */
import { isPlainObject } from '../../../primitives/plain-object.js';
import type { Dialect } from './dialects.js';

export type SchemaObject = Readonly<Record<string, unknown>>;

export function isSchemaObject(value: unknown): value is SchemaObject {
  return isPlainObject(value);
}

/** An own member; names such as `constructor` are ordinary. */
export function member(schema: SchemaObject, keyword: string): unknown {
  return Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
}

/** Whether an API description allows null here, whatever else the schema says, also by `enum` or a reference. */
export function isNullable(schema: SchemaObject, { nullKeyword }: Pick<Dialect, 'nullKeyword'>): boolean {
  return nullKeyword !== undefined && member(schema, nullKeyword) === true;
}

/** A value of another type counts as an empty list. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A value of another type counts as an empty object. */
export function asObject(value: unknown): SchemaObject {
  return isSchemaObject(value) ? value : {};
}

const SCHEMA_KEYWORDS: readonly string[] = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const SCHEMA_LIST_KEYWORDS: readonly string[] = ['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems'];
const SCHEMA_MAP_KEYWORDS: readonly string[] = [
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
];

/** The schemas directly inside this one, at the keywords whose values are schemas. */
export function* subschemas(schema: SchemaObject): Generator<SchemaObject> {
  for (const keyword of SCHEMA_KEYWORDS) {
    const value = member(schema, keyword);
    if (isSchemaObject(value)) yield value;
  }
  for (const keyword of SCHEMA_LIST_KEYWORDS) {
    yield* asList(member(schema, keyword)).filter(isSchemaObject);
  }
  for (const keyword of SCHEMA_MAP_KEYWORDS) {
    yield* Object.values(asObject(member(schema, keyword))).filter(isSchemaObject);
  }
}
