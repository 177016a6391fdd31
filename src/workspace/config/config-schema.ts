import { CONFIG_SHAPE } from './config.js';

/** The JSON Schema (draft 2020-12) of `service.yaml`: the declaration of the settings, without our own keywords. */
export function configSchema(): { readonly [keyword: string]: unknown } {
  const written = JSON.stringify(CONFIG_SHAPE, (keyword, value: unknown) =>
    OWN_KEYWORDS.has(keyword) ? undefined : value,
  );
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'service.yaml',
    description: 'Settings of svc for one workspace',
    ...(JSON.parse(written) as object),
  };
}

const OWN_KEYWORDS: ReadonlySet<string> = new Set([
  'flag',
  'variable',
  'inverted',
  'rule',
  'adviceFor',
  'names',
  'explainsMap',
]);
