import { readUrl } from '../../web-fetch/rules/url-rules.js';
import { Type, type ValueOf } from '../../primitives/shapes/type.js';
import { closedObject, optionalText, someText } from '../protocol/argument-types.js';
import { invalidArgument } from '../protocol/tool-failure.js';

export interface CaptureInput {
  readonly url: string;
  readonly name: string | undefined;
  readonly tags: readonly string[];
  readonly ttl: string | undefined;
  readonly index: boolean;
}

const MAX_NAME_BYTES = 80;
const MAX_TAG_BYTES = 64;
const MAX_TAGS = 20;

export const CAPTURE_SCHEMA = closedObject({
  url: someText(8192, 'A public http or https page.'),
  name: optionalText(
    MAX_NAME_BYTES,
    'Name of the saved copy, at most 80 bytes; by default the title of the page.',
  ),
  tags: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: MAX_TAG_BYTES }), {
      maxItems: MAX_TAGS,
      description: 'Labels beside web and markdown, at most 20 in all.',
    }),
  ),
  ttl: Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]{0,5}[hdwmy]|[0-9]{4}-[0-9]{2}-[0-9]{2})$',
      description: 'How long to keep it, such as 24h or 30d, or until a date.',
    }),
  ),
  index: Type.Optional(
    Type.Boolean({ default: true, description: 'False leaves it out of the search index.' }),
  ),
});

export function readCapture({
  url,
  name,
  tags: own = [],
  ttl,
  index,
}: ValueOf<typeof CAPTURE_SCHEMA>): CaptureInput {
  const tags = [...new Set(['web', 'markdown', ...own.map((tag) => checkLabel(tag, 'tags', MAX_TAG_BYTES))])];
  if (tags.length > MAX_TAGS)
    throw invalidArgument(`tags: must not be more than ${MAX_TAGS}, web and markdown included`);
  return {
    name: name === undefined ? undefined : checkLabel(name, 'name', MAX_NAME_BYTES),
    tags,
    ttl: checkTimeToLive(ttl),
    url: readUrl(url, 'url'),
    index: index !== false,
  };
}

/** A label must not look like an option to the artifact tool, which gets it as an argument. */
function checkLabel(value: string, field: string, maxBytes: number): string {
  const text = value.trim();
  if (text === '') throw invalidArgument(`${field}: must not be empty`);
  if (Buffer.byteLength(text) > maxBytes)
    throw invalidArgument(`${field}: must not be longer than ${maxBytes} bytes`);
  if (/[\u0000-\u001f\u007f-\u009f]/.test(text))
    throw invalidArgument(`${field}: must not contain control characters`);
  if (text.startsWith('-')) throw invalidArgument(`${field}: must not begin with -`);
  return text;
}

function checkTimeToLive(ttl: string | undefined): string | undefined {
  if (ttl === undefined || !/^\d{4}-/.test(ttl)) return ttl;
  const date = new Date(`${ttl}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(ttl))
    throw invalidArgument('ttl: the date does not exist');
  return ttl;
}
