/** Schemas as they stand in documents: an object or a boolean. */
import { isPlainObject } from '../../../primitives/plain-object.js';

export type SchemaObject = Readonly<Record<string, unknown>>;

export function isSchemaObject(value: unknown): value is SchemaObject {
  return isPlainObject(value);
}

/** An own member; names such as `constructor` are ordinary. */
export function member(schema: SchemaObject, keyword: string): unknown {
  return Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
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
    const value = member(schema, keyword);
    if (Array.isArray(value)) yield* value.filter(isSchemaObject);
  }
  for (const keyword of SCHEMA_MAP_KEYWORDS) {
    const value = member(schema, keyword);
    if (isSchemaObject(value)) yield* Object.values(value).filter(isSchemaObject);
  }
}
