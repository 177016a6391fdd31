/** Arguments of a capture (mcp.md 8.1); nothing may look like an option to the artifact tool. */
import { readUrl } from '../../web-fetch/rules/url-rules.js';
import type { Arguments } from '../protocol/check-arguments.js';
import { ToolFailure } from '../protocol/tool-failure.js';

export interface CaptureInput {
  readonly url: string;
  readonly name: string | undefined;
  readonly tags: readonly string[];
  readonly ttl: string | undefined;
  readonly index: boolean;
}

const LONGEST_NAME = 80;
const LONGEST_TAG = 64;
const MOST_TAGS = 20;

export function readCapture(args: Arguments): CaptureInput {
  const name = args['name'] as string | undefined;
  const own = (args['tags'] as readonly string[] | undefined) ?? [];
  const tags = [...new Set(['web', 'markdown', ...own.map((tag) => label(tag, 'tags', LONGEST_TAG))])];
  if (tags.length > MOST_TAGS)
    throw refuse(`tags: must not be more than ${MOST_TAGS}, web and markdown included`);
  return {
    name: name === undefined ? undefined : label(name, 'name', LONGEST_NAME),
    tags,
    ttl: timeToLive(args['ttl'] as string | undefined),
    url: readUrl(args['url'] as string, 'url'),
    index: args['index'] !== false,
  };
}

function refuse(message: string): ToolFailure {
  return new ToolFailure('invalid_argument', message);
}

function label(value: string, field: string, most: number): string {
  const text = value.trim();
  if (text === '') throw refuse(`${field}: must not be empty`);
  if (Buffer.byteLength(text) > most) throw refuse(`${field}: must not be longer than ${most} bytes`);
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f]/.test(text))
    throw refuse(`${field}: must not contain control characters`);
  if (text.startsWith('-')) throw refuse(`${field}: must not begin with -`);
  return text;
}

function timeToLive(ttl: string | undefined): string | undefined {
  if (ttl === undefined || !/^\d{4}-/.test(ttl)) return ttl;
  const date = new Date(`${ttl}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(ttl))
    throw refuse('ttl: the date does not exist');
  return ttl;
}
