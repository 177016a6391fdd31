/** The part of a JSON schema that decides what a field may hold. */
interface FieldSchema {
  readonly type?: string;
  readonly anyOf?: readonly FieldSchema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: FieldSchema;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly patternProperties?: Readonly<Record<string, FieldSchema>>;
}

/** A value that a field cannot have, and the place that the refusal names. */
export type WrongValue = readonly [place: string, value: unknown];

/** Values of each other type, and values just outside of each limit of the schema. */
export function wrongValues(field: string, schema: FieldSchema): readonly WrongValue[] {
  const each = alternatives(schema);
  const allowed = new Set(each.flatMap(({ type }) => (type === 'integer' ? ['integer', 'number'] : [type])));
  const ofOtherTypes = Object.entries(OF_TYPE)
    .filter(([type]) => !allowed.has(type))
    .map(([, value]) => value);
  const outside = each.flatMap((one) => [...numbersOutside(one), ...textsOutside(one), ...listsOutside(one)]);
  return [
    ...[...ofOtherTypes, ...outside].map((value): WrongValue => [field, value]),
    ...each.flatMap((one) => inner(field, one)),
  ];
}

/** Alternatives may have alternatives themselves. */
function alternatives(schema: FieldSchema): readonly FieldSchema[] {
  return schema.anyOf?.flatMap(alternatives) ?? [schema];
}

/** None of them is empty, because that would be a missing field. */
const OF_TYPE: Readonly<Record<string, unknown>> = {
  number: 7,
  boolean: true,
  string: 'text',
  object: { an: 'object' },
  array: [['array']],
};

function numbersOutside({ type, minimum, maximum, exclusiveMinimum }: FieldSchema): readonly number[] {
  return [
    ...(type === 'integer' ? [1.5] : []),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(exclusiveMinimum === undefined ? [] : [exclusiveMinimum]),
  ];
}

function textsOutside({ pattern, maxLength }: FieldSchema): readonly string[] {
  const form = new RegExp(pattern ?? '', 'u');
  return [
    ...['active', '\u0000/ '].filter((text) => !form.test(text)),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
  ];
}

function listsOutside({ maxItems }: FieldSchema): readonly unknown[] {
  return maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => 'x')];
}

/** A wrong second item of a list, or a wrong member of a map. */
function inner(field: string, { items, patternProperties = {} }: FieldSchema): readonly WrongValue[] {
  const [member] = Object.values(patternProperties);
  return [
    ...(items?.type === 'string' ? [[`${field}[1]`, ['x', 7]] as const] : []),
    ...(member?.type === 'string' ? [[`${field}.one`, { one: 7 }] as const] : []),
  ];
}
