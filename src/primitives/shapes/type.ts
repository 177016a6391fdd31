import type { Static, TLiteral, TLiteralValue, TRecord, TSchema, Type as TypeBox } from 'typebox';

type Name =
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Partial'
  | 'Record'
  | 'Ref'
  | 'String'
  | 'Union'
  | 'Unknown';

type Properties = Readonly<Record<string, TSchema>>;

/**
 * The constructors of TypeBox that the product uses, with its signatures and its output. The library itself takes
 * several milliseconds to load, and the settings of `service.yaml` are declared in every start of the command.
 */
export const Type = {
  Array: (items: TSchema, options?: object) => ({ type: 'array', items, ...options }),
  Boolean: (options?: object) => ({ type: 'boolean', ...options }),
  Enum: (values: readonly unknown[], options?: object) => ({ enum: values, ...options }),
  Integer: (options?: object) => ({ type: 'integer', ...options }),
  Literal: (value: unknown, options?: object) => ({ type: typeof value, const: value, ...options }),
  Null: (options?: object) => ({ type: 'null', ...options }),
  Number: (options?: object) => ({ type: 'number', ...options }),
  Object: objectType,
  Optional: optional,
  Partial: (object: { readonly properties: Properties }, options?: object) =>
    objectType(mapValues(object.properties, optional), options),
  Record: (_: TSchema, value: TSchema, options?: object) => ({
    type: 'object',
    patternProperties: { [ANY_NAME]: value },
    ...options,
  }),
  Ref: (reference: string, options?: object) => ({ $ref: reference, ...options }),
  String: (options?: object) => ({ type: 'string', ...options }),
  Union: (anyOf: readonly TSchema[], options?: object) => ({ anyOf, ...options }),
  Unknown: (options?: object) => ({ ...options }),
} as unknown as Pick<typeof TypeBox, Name>;

/** The pattern that TypeBox writes for a record with names of any kind. */
export const ANY_NAME = '^.*$';

/** The type of the values that a schema describes, which are never changed. */
export type ValueOf<Schema extends TSchema> = Immutable<Static<Schema>>;

/** A value that was received is not changed, at any depth. */
export type Immutable<Value> = Value extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
    : Value;

/** A mark of TypeBox, which does not appear in the written schema. */
const OPTIONAL = '~optional';

function optional<Schema extends TSchema>(schema: Schema): Schema {
  return markOptional({ ...schema });
}

/** Like `Type.Optional`, for a schema that was made just now and needs no copy. */
export function markOptional<Schema extends object>(schema: Schema): Schema {
  return Object.defineProperty(schema, OPTIONAL, { value: true });
}

function objectType(properties: Properties, options?: object): object {
  const required = Object.keys(properties).filter((name) => !Object.hasOwn(properties[name] ?? {}, OPTIONAL));
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
}

function mapValues(properties: Properties, change: (schema: TSchema) => TSchema): Properties {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, change(schema)]));
}

/** Unlike `Type.Literal`, without a type, which a constant does not need. */
export function constantType<const Value extends TLiteralValue>(
  value: Value,
  options?: object,
): TLiteral<Value> {
  return { ...options, const: value } as unknown as TLiteral<Value>;
}

/** A map with any names. Unlike those of `Type.Record`, its names can have constraints. */
export function mapType<Value extends TSchema>(
  value: Value,
  options?: {
    readonly propertyNames?: object;
    readonly maxProperties?: number;
    readonly description?: string;
  },
): TRecord<typeof ANY_NAME, Value> {
  return { type: 'object', ...options, additionalProperties: value } as unknown as TRecord<
    typeof ANY_NAME,
    Value
  >;
}

/** Gives a schema a member that is made when it is first read, for a part that few starts of the command need. */
export function lateMember<Schema extends object>(schema: Schema, name: string, make: () => unknown): Schema {
  let made: unknown;
  return Object.defineProperty(schema, name, { enumerable: true, get: () => (made ??= make()) });
}
