/** The versions of JSON Schema, also those of API descriptions, and where they differ. */

export interface Dialect {
  readonly name: '2020-12' | '2019-09' | 'draft-07' | 'draft-06' | 'draft-04';
  /** The text of `$schema` without its fragment; the address of the metaschema. */
  readonly uri: string;
  readonly idKeyword: '$id' | 'id';
  /** Up to draft 7 a `$ref` hides everything beside it, and fragments of `$id` are anchors. */
  readonly hidesRefSiblings: boolean;
  /** `prefixItems` and `items`, instead of `items` as a list and `additionalItems`. */
  readonly hasPrefixItems: boolean;
  /** `exclusiveMinimum` and `exclusiveMaximum` are booleans beside the limits. */
  readonly hasBooleanLimits: boolean;
  /** The keyword that allows null beside whatever else the schema says; only in API descriptions. */
  readonly nullKeyword: 'nullable' | 'x-nullable' | undefined;
}

const dialect = (name: Dialect['name'], uri: string, options: Partial<Dialect> = {}): Dialect => ({
  name,
  uri,
  idKeyword: '$id',
  hidesRefSiblings: false,
  hasPrefixItems: false,
  hasBooleanLimits: false,
  nullKeyword: undefined,
  ...options,
});

export const DIALECTS = [
  dialect('2020-12', 'https://json-schema.org/draft/2020-12/schema', { hasPrefixItems: true }),
  dialect('2019-09', 'https://json-schema.org/draft/2019-09/schema'),
  dialect('draft-07', 'http://json-schema.org/draft-07/schema', { hidesRefSiblings: true }),
  dialect('draft-06', 'http://json-schema.org/draft-06/schema', { hidesRefSiblings: true }),
  dialect('draft-04', 'http://json-schema.org/draft-04/schema', {
    hidesRefSiblings: true,
    idKeyword: 'id',
    hasBooleanLimits: true,
  }),
] as const satisfies readonly Dialect[];

/** The metaschema of the schemas in API descriptions. */
export const API_METASCHEMA = 'https://spec.openapis.org/oas/3.0/schema-object';

/**
 * The schemas of OpenAPI 3.0 and 2.0. They lack some keywords of JSON Schema; where documents have them all the same,
 * they mean what they mean today.
 */
const [OPENAPI_3_0, OPENAPI_2_0] = (['nullable', 'x-nullable'] as const).map((nullKeyword) =>
  dialect('2020-12', API_METASCHEMA, { hasPrefixItems: true, hasBooleanLimits: true, nullKeyword }),
);

/** The dialect of the schemas in an API description; undefined for other documents, and since OpenAPI 3.1. */
export function apiDialectOf(document: Readonly<Record<string, unknown>>): Dialect | undefined {
  // YAML reads a version without quotes as a number.
  const declares = (key: string, version: RegExp): boolean =>
    Object.hasOwn(document, key) && version.test(String(document[key]));
  if (declares('openapi', /^3(?:\.0(?:\.|$)|$)/)) return OPENAPI_3_0;
  return declares('swagger', /^2(?:\.0)?$/) ? OPENAPI_2_0 : undefined;
}

/** The dialect that `$schema` names; undefined for any other text. */
export function dialectOf(schema: unknown): Dialect | undefined {
  if (typeof schema !== 'string') return undefined;
  const uri = schema.replace(/#$/, '');
  return DIALECTS.find((dialect) => dialect.uri === uri || dialect.uri.replace(/^https?/, 'https') === uri);
}
