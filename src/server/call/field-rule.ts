/** The part of JSON Schema that fields of the API are described with. */
export interface FieldSchema {
  readonly type?: string;
  /** Completes "must be …" where the rest of the schema would not say it well. */
  readonly rule?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly FieldSchema[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly patternProperties?: Readonly<Record<string, FieldSchema>>;
  readonly additionalProperties?: unknown;
  readonly required?: readonly string[];
  readonly items?: FieldSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
}

/** What a value must be, in words. */
export function ruleOf(schema: FieldSchema): string {
  if (schema.rule !== undefined) return schema.rule;
  if (schema.anyOf !== undefined) return `one of ${schema.anyOf.map(ruleOf).join(', ')}`;
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  switch (schema.type) {
    case 'integer':
      return numberRule('a whole number', schema);
    case 'number':
      return numberRule('a number', schema);
    case 'boolean':
      return 'true or false';
    case 'array':
      return schema.items?.type === 'string' ? 'an array of strings' : 'an array';
    case 'object':
      return 'an object';
    default:
      return 'a string';
  }
}

function numberRule(kind: string, { minimum, maximum, exclusiveMinimum }: FieldSchema): string {
  if (exclusiveMinimum !== undefined) {
    return `${kind} above ${exclusiveMinimum}${maximum === undefined ? '' : ` up to ${maximum}`}`;
  }
  if (minimum === undefined) return maximum === undefined ? kind : `${kind} up to ${maximum}`;
  return maximum === undefined ? `${kind} of ${minimum} or more` : `${kind} from ${minimum} to ${maximum}`;
}
