/** The metaschema of draft 4 (draft-fge-json-schema-validation-00), and that of API descriptions, which is based on it. */
import { API_METASCHEMA } from './dialects.js';

const count = { type: 'integer', minimum: 0 };
const schema = { $ref: '#' };
const schemas = { type: 'array', minItems: 1, items: schema };
const schemaMap = { type: 'object', additionalProperties: schema };
const names = { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string' } };
const typeName = { enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] };
const text = { type: 'string' };

export const draft4 = {
  $schema: 'http://json-schema.org/draft-04/schema#',
  id: 'http://json-schema.org/draft-04/schema#',
  type: 'object',
  properties: {
    id: text,
    $schema: text,
    title: text,
    description: text,
    multipleOf: { type: 'number', minimum: 0, exclusiveMinimum: true },
    maximum: { type: 'number' },
    exclusiveMaximum: { type: 'boolean' },
    minimum: { type: 'number' },
    exclusiveMinimum: { type: 'boolean' },
    maxLength: count,
    minLength: count,
    pattern: text,
    additionalItems: { anyOf: [{ type: 'boolean' }, schema] },
    items: { anyOf: [schema, schemas] },
    maxItems: count,
    minItems: count,
    uniqueItems: { type: 'boolean' },
    maxProperties: count,
    minProperties: count,
    required: names,
    additionalProperties: { anyOf: [{ type: 'boolean' }, schema] },
    definitions: schemaMap,
    properties: schemaMap,
    patternProperties: schemaMap,
    dependencies: { type: 'object', additionalProperties: { anyOf: [schema, names] } },
    enum: { type: 'array', minItems: 1, uniqueItems: true },
    type: { anyOf: [typeName, { type: 'array', items: typeName, minItems: 1, uniqueItems: true }] },
    format: text,
    allOf: schemas,
    anyOf: schemas,
    oneOf: schemas,
    not: schema,
  },
  dependencies: { exclusiveMaximum: ['maximum'], exclusiveMinimum: ['minimum'] },
};

const limit = { type: ['boolean', 'number'] };

/** OpenAPI 3.0 and 2.0 take their schemas from draft 4; a limit may be written in both ways. */
export const apiSchema = {
  id: API_METASCHEMA,
  $schema: draft4.$schema,
  type: 'object',
  properties: {
    // A schema belongs to one document, so that the references in these lead to this one.
    ...structuredClone(draft4.properties),
    exclusiveMaximum: limit,
    exclusiveMinimum: limit,
    required: { type: 'array', items: text },
    enum: { type: 'array' },
    nullable: { type: 'boolean' },
  },
};
