/** The versions of JSON Schema and where they differ. */

export interface Dialect {
  readonly name: '2020-12' | '2019-09' | 'draft-07' | 'draft-06' | 'draft-04';
  /** The text of `$schema` without its fragment. */
  readonly uri: string;
  readonly idKeyword: '$id' | 'id';
  /** Up to draft 7 a `$ref` hides everything beside it, and fragments of `$id` are anchors. */
  readonly hidesRefSiblings: boolean;
  /** `prefixItems` and `items`, instead of `items` as a list and `additionalItems`. */
  readonly hasPrefixItems: boolean;
  /** `exclusiveMinimum` and `exclusiveMaximum` are booleans beside the limits. */
  readonly hasBooleanLimits: boolean;
}

const dialect = (name: Dialect['name'], uri: string, options: Partial<Dialect> = {}): Dialect => ({
  name,
  uri,
  idKeyword: '$id',
  hidesRefSiblings: false,
  hasPrefixItems: false,
  hasBooleanLimits: false,
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

/** The dialect that `$schema` names; undefined for any other text. */
export function dialectOf(schema: unknown): Dialect | undefined {
  if (typeof schema !== 'string') return undefined;
  const uri = schema.replace(/#$/, '');
  return DIALECTS.find((dialect) => dialect.uri === uri || dialect.uri.replace(/^https?/, 'https') === uri);
}
