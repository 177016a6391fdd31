import { DURATION_PATTERN } from '../../primitives/duration.js';
import { thresholdNumbers, thresholdPattern } from '../../primitives/threshold.js';
import { CONFIG_SHAPE } from './config.js';
import {
  keysOf,
  shapeWithin,
  type KeyRow,
  type NumberShape,
  type ObjectShape,
  type Shape,
} from './config-shape.js';

export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** The JSON Schema (draft 2020-12) of `service.yaml`, from the table that the loader checks with. */
export function configSchema(): { readonly [keyword: string]: unknown } {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'service.yaml',
    description: 'Settings of svc for one workspace',
    ...(schemaOf(CONFIG_SHAPE) as object),
  };
}

function schemaOf(shape: Shape): JsonSchema {
  switch (shape.kind) {
    case 'any':
      return true;
    case 'boolean':
      return { type: 'boolean' };
    case 'number':
      return numberSchema(shape);
    case 'text':
      return { type: 'string', ...(shape.pattern === '' ? {} : { pattern: shape.pattern }) };
    case 'word':
      return { enum: [...shape.words, ...shape.numbers] };
    case 'duration':
      return durationSchema(shape.zero);
    case 'threshold':
      return {
        anyOf: [
          { type: 'string', pattern: thresholdPattern(shape.metric) },
          rangeSchema(thresholdNumbers(shape.metric)),
        ],
      };
    case 'list':
      return {
        type: 'array',
        items: schemaOf(shapeWithin(shape)),
        ...(shape.unique ? { uniqueItems: true } : {}),
      };
    case 'map':
      return {
        type: 'object',
        ...(shape.names.pattern === '' ? {} : { propertyNames: { pattern: shape.names.pattern } }),
        additionalProperties: schemaOf(shapeWithin(shape)),
      };
    default:
      return objectSchema(shape);
  }
}

function numberSchema({ whole, above, least, most }: NumberShape): JsonSchema {
  return {
    type: whole ? 'integer' : 'number',
    ...(above === undefined ? {} : { exclusiveMinimum: above }),
    ...(least === undefined ? {} : { minimum: least }),
    ...(most === undefined ? {} : { maximum: most }),
  };
}

/** `rampUp: 0` is a number to YAML and duration text to its writer. */
function durationSchema(zero: boolean): JsonSchema {
  const text = (pattern: string): JsonSchema => ({ type: 'string', pattern });
  if (!zero) return text(`^(?=[0-9.mhs]*[1-9])${DURATION_PATTERN}$`);
  return { anyOf: [text(`^(?:0|${DURATION_PATTERN})$`), { const: 0 }] };
}

function rangeSchema({ least, most }: { readonly least: number; readonly most: number }): JsonSchema {
  if (least === most) return { const: least };
  return { type: 'number', minimum: least, ...(most === Number.MAX_VALUE ? {} : { maximum: most }) };
}

function objectSchema(shape: ObjectShape): JsonSchema {
  const rows = Object.entries(keysOf(shape)).map(([name, row]) => [name, described(row)] as const);
  return {
    type: 'object',
    properties: Object.fromEntries(rows),
    patternProperties: { '^x-': true },
    additionalProperties: false,
    ...(shape.required.length === 0 ? {} : { required: shape.required }),
  };
}

function described(row: KeyRow): JsonSchema {
  return {
    description: row.about,
    ...(row.default === undefined ? {} : { default: row.default }),
    ...(schemaOf(row.shape) as object),
  };
}
