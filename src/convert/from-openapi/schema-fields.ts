/** What a schema itself says, as far as it matters for a sample of its value. */
import type { Mapping } from '../../documents/plain-data.js';

/** A field is undefined where the schema does not have the keyword. */
export class SchemaFields {
  reference: unknown;
  allOf: unknown;
  oneOf: unknown;
  anyOf: unknown;
  type: unknown;
  properties: unknown;
  additionalProperties: unknown;
  required: unknown;
  items: unknown;
  prefixItems: unknown;
  example: unknown;
  /** `x-example`, as generators write it. */
  vendorExample: unknown;
  examples: unknown;
  default: unknown;
  const: unknown;
  enum: unknown;
  /** The keywords that only limit or describe the value. */
  keywords: Map<string, unknown> | undefined;

  get refersToOthers(): boolean {
    return (
      this.reference !== undefined ||
      this.allOf !== undefined ||
      this.oneOf !== undefined ||
      this.anyOf !== undefined
    );
  }
}

type FieldName = Exclude<keyof SchemaFields, 'keywords' | 'refersToOthers'>;

const FIELDS: ReadonlyMap<string, FieldName> = new Map([
  ['$ref', 'reference'],
  ['allOf', 'allOf'],
  ['oneOf', 'oneOf'],
  ['anyOf', 'anyOf'],
  ['type', 'type'],
  ['properties', 'properties'],
  ['additionalProperties', 'additionalProperties'],
  ['required', 'required'],
  ['items', 'items'],
  ['prefixItems', 'prefixItems'],
  ['example', 'example'],
  ['x-example', 'vendorExample'],
  ['examples', 'examples'],
  ['default', 'default'],
  ['const', 'const'],
  ['enum', 'enum'],
]);

const KEYWORDS: ReadonlySet<string> = new Set([
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'contentMediaType',
  'contentEncoding',
  'readOnly',
  'discriminator',
  'xml',
]);

/** One pass over the keys: asking a schema for every keyword is slow, because nearly each has other ones. */
export function readSchema(schema: Mapping): SchemaFields {
  const fields = new SchemaFields();
  for (const keyword in schema) {
    const name = FIELDS.get(keyword);
    if (name !== undefined) fields[name] = schema[keyword];
    else if (KEYWORDS.has(keyword) && schema[keyword] !== undefined)
      (fields.keywords ??= new Map<string, unknown>()).set(keyword, schema[keyword]);
  }
  return fields;
}
