/** The body of a stored response, read once for all of its changes. */
import { claimsJson } from '../../evaluation/response/response-view.js';
import { isHtml } from '../../evaluation/xpath/markup.js';
import { MarkupProblem, readXml } from '../../evaluation/xpath/read-xml.js';
import { LimitExceeded, MAX_NESTING } from '../../evaluation/bounded/limits.js';
import { parseJson, type JsonValue } from '../../evaluation/values/json.js';
import type { StoredExchange } from '../model/stored-exchange.js';
import { readJsonPlaces, type JsonPlace } from './json-places.js';
import { knownHeaders } from './known-headers.js';
import { readMarkupPlaces, type MarkupPlace } from './markup/markup-places.js';

/** The values of longer bodies are left alone, since each change would have to be read as a whole again. */
export const MAX_CHANGED_LENGTH = 1024 * 1024;

export interface JsonBody {
  readonly value: JsonValue;
  readonly root: JsonPlace;
}

/** Undefined when the body is no JSON as responses are read, is only known in part, or is too long. */
export function jsonBodyOf(exchange: StoredExchange): JsonBody | undefined {
  const { body } = exchange;
  if (exchange.isCut || body.length > MAX_CHANGED_LENGTH || !claimsJson(body, contentTypeOf(exchange)))
    return undefined;
  try {
    return { value: parseJson(body, MAX_NESTING), root: readJsonPlaces(body) };
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

/** XPath reads a document as a whole after each change, which longer ones need a thread for. */
const MAX_MARKUP_LENGTH = 128 * 1024;

export interface MarkupBody {
  readonly text: string;
  readonly root: MarkupPlace;
}

/** Undefined when the body is no well-formed XML as responses are read, is only known in part, or is too long. */
export function markupBodyOf(exchange: StoredExchange): MarkupBody | undefined {
  const { body: text, isCut } = exchange;
  if (isCut || text.length > MAX_MARKUP_LENGTH || !/^\s*</.test(text)) return undefined;
  if (isHtml(text, contentTypeOf(exchange))) return undefined;
  try {
    const root = readMarkupPlaces(text, readXml(text));
    return root === undefined || mayBeHtml(exchange, root) ? undefined : { text, root };
  } catch (cause) {
    if (cause instanceof MarkupProblem || cause instanceof LimitExceeded) return undefined;
    throw cause;
  }
}

/**
 * Whether nobody can tell if the body is JSON or text: `true` without a known content type. A run that had its headers
 * knows; a history does not.
 */
export function isReadingUnclear(exchange: StoredExchange): boolean {
  const { body, headers } = exchange;
  if (headers !== undefined || contentTypeOf(exchange) !== '' || !STARTS_LIKE_SCALAR.test(body)) return false;
  try {
    parseJson(body, MAX_NESTING);
    return true;
  } catch (cause) {
    if (cause instanceof SyntaxError) return false;
    throw cause;
  }
}

const STARTS_LIKE_SCALAR = /^\s*[-\d"tfn]/;

/** Whether a body whose type is not known may be a part of a page, in which other places have other names. */
function mayBeHtml(exchange: StoredExchange, { name }: MarkupPlace): boolean {
  const { body, headers } = exchange;
  const isKnown = headers !== undefined || contentTypeOf(exchange) !== '' || /^\s*<\?xml\b/.test(body);
  if (isKnown) return false;
  return HTML_ELEMENTS.has(name.toLowerCase());
}

const HTML_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'html head body title link style script div p span ul ol li dl table thead tbody tr td th section article main ' +
    'header footer nav aside form fieldset button input select option label a b i em strong img h1 h2 h3 h4 h5 h6 ' +
    'pre code blockquote template details dialog figure picture video audio canvas iframe hr br'
  ).split(' '),
);

/** Empty when it is not known. */
export function contentTypeOf(exchange: StoredExchange): string {
  const header = knownHeaders(exchange).find(([name]) => name.toLowerCase() === 'content-type');
  return header?.[1] ?? '';
}
