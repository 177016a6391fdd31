/** Decides by the media type; without one, by the first characters of the body. */
export function isText(contentType: string, body: string): boolean {
  const end = contentType.indexOf(';');
  const type = (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
  if (type === '') return !UNDECODABLE.test(body.slice(0, CHECKED_CHARACTERS));
  return TEXT_TYPES.has(type) || type.startsWith('text/') || TEXT_SUFFIX.test(type);
}

const CHECKED_CHARACTERS = 4096;
const UNDECODABLE = /[\u0000\ufffd]/;
const TEXT_SUFFIX = /\+(?:json|xml|yaml|json-seq)$/;

const TEXT_NAMES =
  'ecmascript graphql javascript json json-seq json5 jsonl ndjson sql toml typescript xml xml-dtd yaml ' +
  'x-javascript x-json x-jsonlines x-ndjson x-sh x-www-form-urlencoded x-yaml';

const TEXT_TYPES: ReadonlySet<string> = new Set(TEXT_NAMES.split(' ').map((name) => `application/${name}`));
