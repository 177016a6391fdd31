/**
 * Requests whose texts have no meaning for the parser beyond themselves. Two of them that differ in such texts only are
 * parsed in the same way, so that one of them tells whether both read back.
 */
import type { Assertion, Auth, Body, KeyValue, Metadata, Request } from '../model/model.js';

/**
 * What decides how the request is parsed: the same for requests that only differ in plain texts. Undefined when a text
 * is not plain, or the request has something that is rarely built.
 */
export function plainShape(request: Request): string | undefined {
  if (hasRareParts(request) || !hasPlainTexts(request)) return undefined;
  const body = bodyShape(request.body);
  const metadata = metadataShape(request.metadata);
  const assertions = assertionsShape(request.assertions);
  if (body === undefined || metadata === undefined || assertions === undefined) return undefined;
  const { name, title, description, tags, queryParams, headers } = request;
  const lines = [name === title, description === '', tags.length > 0, queryParams.length, headers.length];
  return [request.method, body, metadata, ...lines, assertions].join('\n');
}

function hasRareParts(request: Request): boolean {
  const { captures, db, shell, foreign, comments, endComments, mock, layout } = request;
  if (mock !== null || layout !== undefined) return true;
  return [captures, db, shell, foreign, comments, endComments].some((items) => items.length > 0);
}

/** Outer blanks, and characters that are invalid or end a line anywhere. */
const NOT_PLAIN = /[\0-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]|^\s|\s$/;
const NAME = /^[A-Za-z_][\w.-]*$/;
const TAG = /^[\w/.-]+(?: [\w/.-]+)*$/;
const KEY = /^[\w$][\w$.[\]:-]*$/;
const HEADER = /^[A-Za-z][\w-]*$/;
/** Begins with a placeholder or a scheme, so that the last word cannot be all of it. */
const URL_TEXT = /^(?:\{\{\w+\}\}|https?:\/\/)(?:[\w/.~:?&=%+,;@!$*-]|\{\{\w+\}\})*$/;
const PLACEHOLDER = /^\{\{\w+\}\}$/;

function hasPlainTexts({ title, name, description, tags, url, queryParams, headers }: Request): boolean {
  return (
    !title.startsWith('#') &&
    title !== '' &&
    isValue(title) &&
    (name === title || NAME.test(name)) &&
    !description.startsWith('=') &&
    isValue(description) &&
    tags.every((tag, i) => TAG.test(tag) && tags.indexOf(tag) === i) &&
    URL_TEXT.test(url) &&
    arePlain(queryParams, KEY) &&
    arePlain(headers, HEADER)
  );
}

function arePlain(items: readonly KeyValue[], key: RegExp): boolean {
  for (const item of items)
    if (item.comments !== undefined || !key.test(item.key) || !isValue(item.value)) return false;
  return true;
}

function isValue(text: string): boolean {
  return !NOT_PLAIN.test(text);
}

/** A line of JSON that the parser would take for something else, or the end of a body that it would not keep. */
const NOT_JSON_LINES = /\n[<>?{#]|[\r\0\ud800-\udfff]|[ \t\n]$/;

function bodyShape(body: Body | null): string | undefined {
  if (body === null) return 'none';
  if (body.contentType === 'json' && /^(?:\[|\{(?!\{))/.test(body.raw))
    return NOT_JSON_LINES.test(body.raw) ? undefined : 'json';
  if (body.contentType !== 'form' || !('fields' in body)) return undefined;
  return body.fields.length > 0 && arePlain(body.fields, KEY) ? 'form' : undefined;
}

function metadataShape(metadata: Metadata): string | undefined {
  const shapes: string[] = [];
  for (const key of Object.keys(metadata)) {
    const value = metadata[key];
    if (key === 'auth' && metadata.auth !== undefined) shapes.push(authShape(metadata.auth));
    else if (key === 'noRedirect' && value === true) shapes.push(key);
    else if (value !== undefined) return undefined;
  }
  return shapes.join(' ');
}

/** Which variable a parameter names makes no difference. */
function authShape({ type, params }: Auth): string {
  return JSON.stringify([type, ...params.map((param) => (PLACEHOLDER.test(param) ? null : param))]);
}

/** The assertions of built requests are few, so that they are compared as they are. */
function assertionsShape(assertions: readonly Assertion[]): string | undefined {
  const shapes: string[] = [];
  for (const { subject, operator, expected, raw, comment, comments, when, unless } of assertions) {
    if (comment !== undefined || comments !== undefined) return undefined;
    if (when !== undefined || unless !== undefined) return undefined;
    if (typeof expected === 'object' && expected !== null) return undefined;
    if (typeof expected === 'bigint') return undefined;
    shapes.push(JSON.stringify([subject, operator, expected, raw]));
  }
  return shapes.join('\n');
}
