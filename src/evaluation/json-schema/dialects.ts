/** The versions of JSON Schema and where they differ. */

export interface Dialect {
  readonly name: '2020-12' | '2019-09' | 'draft-07' | 'draft-06' | 'draft-04';
  /** `$schema` without fragment. */
  readonly uri: string;
  readonly idKeyword: '$id' | 'id';
  /** Up to draft 7 a `$ref` hides everything beside it, and fragments of `$id` are anchors. */
  readonly refAlone: boolean;
  /** `prefixItems` and `items`, instead of `items` as a list and `additionalItems`. */
  readonly prefixItems: boolean;
  /** `exclusiveMinimum` and `exclusiveMaximum` are booleans beside the limits. */
  readonly booleanLimits: boolean;
}

const row = (name: Dialect['name'], uri: string, options: Partial<Dialect> = {}): Dialect => ({
  name,
  uri,
  idKeyword: '$id',
  refAlone: false,
  prefixItems: false,
  booleanLimits: false,
  ...options,
});

export const DIALECTS = [
  row('2020-12', 'https://json-schema.org/draft/2020-12/schema', { prefixItems: true }),
  row('2019-09', 'https://json-schema.org/draft/2019-09/schema'),
  row('draft-07', 'http://json-schema.org/draft-07/schema', { refAlone: true }),
  row('draft-06', 'http://json-schema.org/draft-06/schema', { refAlone: true }),
  row('draft-04', 'http://json-schema.org/draft-04/schema', {
    refAlone: true,
    idKeyword: 'id',
    booleanLimits: true,
  }),
] as const satisfies readonly Dialect[];

/** The dialect that `$schema` names; any other text means the newest (language section 6.6). */
export function dialectOf(schema: unknown): Dialect | undefined {
  if (typeof schema !== 'string') return undefined;
  const uri = schema.replace(/#$/, '');
  return DIALECTS.find((dialect) => dialect.uri === uri || dialect.uri.replace(/^https?/, 'https') === uri);
}
