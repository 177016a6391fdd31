import { directiveAt } from '../text/directives.js';
import type { Body, FileBody, Foreign, KeyValue, Request, WrittenDirective } from '../model/model.js';
import { builtBlocks, printBlock } from './print-block.js';
import { builtDirectives, directiveLine } from './print-directives.js';
import { isUnclosed } from './writable-text.js';

/** Prints one request, from its separator to its last line, without a final line end. */
export function printRequest(request: Request): string {
  let text = printHead(request);
  const add = (part: string): void => {
    if (part !== '') text += `\n\n${part}`;
  };
  const hasEnd = request.endComments.length > 0 || request.foreign.length > 0;
  const end = hasEnd ? placeEndComments(request) : undefined;
  if (request.body !== null) add(bodyText(request.body));
  if (end !== undefined) add(end.region.join('\n'));
  for (const block of request.layout?.blocks ?? builtBlocks(request)) add(printBlock(block));
  for (const part of end?.tail ?? []) add(part);
  return text;
}

export function separator(title: string): string {
  return title === '' ? '###' : `### ${title}`;
}

function printHead(request: Request): string {
  const { title, comments, queryParams, headers } = request;
  const below = firstOptional(comments);
  const lines = [separator(title), ...comments.slice(0, below)];
  if (request.foreign.length > 0) lines.push(...foreignTexts(request, 'head'));
  for (const directive of writtenDirectives(request)) lines.push(directiveLine(directive));
  lines.push(requestLine(request));
  for (const item of queryParams) pushItem(lines, item, queryLine('?', item));
  for (const item of headers) pushItem(lines, item, headerLine(item));
  for (const comment of comments.slice(below)) lines.push(comment);
  return lines.join('\n');
}

const OPTIONAL_QUERY = /^#[ \t]*&[ \t]+[^ \t=:][^=:]*=/;

/**
 * A query line that is commented out stays below the request line, so that it works when the mark is removed; the
 * comment above it may describe it.
 */
function firstOptional(comments: readonly string[]): number {
  const first = comments.findIndex((comment) => OPTIONAL_QUERY.test(comment));
  return first < 0 ? comments.length : Math.max(0, first - 1);
}

/** `@name` is left out if it repeats the title. */
function writtenDirectives(request: Request): readonly WrittenDirective[] {
  const directives = request.layout?.directives;
  if (!directives) return builtDirectives(request);
  return request.name === request.title ? directives.filter(({ name }) => name !== 'name') : directives;
}

const VERSION_AT_END = /(?:^|[ \t])HTTP\/\d+(?:\.\d+)?(?:[ \t]+\(Prior Knowledge\))?$/i;

/** A URL that ends with a protocol version is followed by a real one, because the parser removes the last one. */
function requestLine({ method, url }: Request): string {
  return VERSION_AT_END.test(url) ? `${method} ${url} HTTP/1.1` : `${method} ${url}`;
}

function pushItem(lines: string[], { comments }: KeyValue, line: string): void {
  if (comments) for (const comment of comments) lines.push(comment);
  lines.push(line);
}

function queryLine(mark: '?' | '&', { key, value }: KeyValue): string {
  const start = key === '' ? `${mark} =` : `${mark} ${key} =`;
  return value === '' ? start : `${start} ${value}`;
}

function headerLine({ key, value }: KeyValue): string {
  return value === '' ? `${key}:` : `${key}: ${value}`;
}

/** The text of the body region; empty for a body that is written as blocks. */
function bodyText(body: Body): string {
  if (body.contentType === 'multipart' || (body.contentType === 'graphql' && body.raw === '')) return '';
  if ('fields' in body) return body.fields.map((field) => queryLine('&', field)).join('\n');
  return body.contentType === 'file' && body.raw === '' ? includeLine(body) : body.raw;
}

/** Adds quotes, which the parser removes, to a path that begins with a quote or would open a script. */
function includeLine({ path, interpolate, encoding }: FileBody): string {
  const quoted = path.startsWith('"') || path.startsWith('{%') ? `"${path}"` : path;
  return `${interpolate ? `<@${encoding ?? ''}` : '<'} ${quoted}`;
}

interface EndComments {
  /** Comments in the body region, before the blocks. */
  readonly region: readonly string[];
  /** Foreign constructs and comments after the blocks. */
  readonly tail: readonly string[];
}

/**
 * End comments come last. One that looks like a directive can only come from a body region without a body, because
 * further down it would be a directive of the next request. An unclosed script comes after them, because it would
 * swallow everything that follows.
 */
function placeEndComments(request: Request): EndComments {
  const { endComments } = request;
  const last = endComments.findLastIndex((line) => directiveAt(line, 0, line.length) !== undefined);
  const closed = foreignTexts(request, 'tail');
  const unclosed = isUnclosed(closed.at(-1) ?? '') ? closed.splice(-1) : [];
  return {
    region: endComments.slice(0, last + 1),
    tail: [closed.join('\n'), endComments.slice(last + 1).join('\n'), ...unclosed],
  };
}

function foreignTexts({ foreign }: Request, place: Foreign['place']): string[] {
  return foreign.filter((construct) => construct.place === place).map(({ text }) => text);
}
