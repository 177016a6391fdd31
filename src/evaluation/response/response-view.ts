import { ABSENT, type Absent } from '../values/absent.js';
import { hexDigest } from '../values/crypto.js';
import { isJsonType } from '../../primitives/text/content-type.js';
import { jsonOverrun } from '../../primitives/json-memory.js';
import { isMarkupTooLarge } from '../../primitives/text/markup-memory.js';
import { DEFAULT_LIMITS, MAX_NESTING, type EvaluationLimits } from '../bounded/limits.js';
import { decodeText } from '../values/decode-text.js';
import { parseJson, type JsonValue } from '../values/json.js';
import { JsonTooDeep } from '../values/json-reader.js';
import type { Markup } from '../xpath/markup.js';

/** Headers in the order received, with repetitions. */
export type ReceivedHeaders = readonly (readonly [name: string, value: string])[];

export interface ResponseInput {
  readonly status: number;
  readonly headers: ReceivedHeaders;
  /** The URL that gave the response, after redirects. */
  readonly url: string;
  /** Milliseconds from sending to the last body byte, redirects included. */
  readonly duration: number;
  /** The body after decoding its content codings. */
  readonly body: Uint8Array;
  /** The limit with which the body was read. */
  readonly maxBodyBytes?: number;
  /** Headers of the redirects that led here, earliest first. */
  readonly redirects?: readonly ReceivedHeaders[];
  /** The limits for evaluating this response; the usual ones by default. */
  readonly limits?: EvaluationLimits;
}

/** The default limit of a body, for responses whose limit is not known. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** The response as assertions, captures and placeholders see it; everything costly is done at first use. */
export class ResponseView {
  readonly status: number;
  /** The URL without its fragment. */
  readonly url: string;
  /** In whole milliseconds. */
  readonly duration: number;
  readonly size: number;
  readonly bytes: Uint8Array;
  readonly headers: ReceivedHeaders;
  /** The limit that the memory of its JSON values would exceed many times; undefined when it would not. */
  exceededLimit: number | undefined;
  readonly limits: EvaluationLimits;
  /** The reason why the last XPath expression had no document; empty when it had one. */
  markupProblem = '';
  readonly #redirects: readonly ReceivedHeaders[];
  readonly #maxBodyBytes: number;
  #contentType: string | Absent | undefined;
  #text: string | undefined;
  #json: JsonValue | Absent | undefined;
  #isTooDeep = false;
  #sha256: string | undefined;
  #headerMap: Readonly<Record<string, string>> | undefined;
  #joined: ReadonlyMap<string, string> | undefined;
  #markup: Promise<Markup> | undefined;

  constructor(input: ResponseInput) {
    const { status, headers, url, duration, body, redirects, limits } = input;
    this.status = status;
    this.headers = headers;
    const fragment = url.indexOf('#');
    this.url = fragment < 0 ? url : url.slice(0, fragment);
    this.duration = Math.round(duration);
    this.bytes = body;
    this.size = body.byteLength;
    this.#redirects = redirects ?? [];
    this.limits = limits ?? DEFAULT_LIMITS;
    this.#maxBodyBytes = input.maxBodyBytes ?? MAX_BODY_BYTES;
  }

  /** Values joined with `, `, those of Set-Cookie with a line feed; names in any case. */
  header(name: string): string | Absent {
    const lowerName = name.toLowerCase();
    const isFew = this.headers.length <= MAX_SEARCHED_HEADERS;
    return (isFew ? joinedHeader(this.headers, lowerName) : this.#byName().get(lowerName)) ?? ABSENT;
  }

  /** All headers, with names in lower case. */
  headerMap(): Readonly<Record<string, string>> {
    this.#headerMap ??= Object.fromEntries(this.#byName());
    return this.#headerMap;
  }

  #byName(): ReadonlyMap<string, string> {
    this.#joined ??= joinHeaders(this.headers);
    return this.#joined;
  }

  /** The value of the last Set-Cookie of that name, in this response or the latest redirect that has one. */
  cookie(name: string): string | Absent {
    for (const headers of [this.headers, ...this.#redirects.toReversed()]) {
      const value = lastCookie(headers, name);
      if (value !== undefined) return value;
    }
    return ABSENT;
  }

  text(): string {
    this.#text ??= decodeText(this.bytes, this.#type());
    return this.#text;
  }

  /** ABSENT also when the text is nested too deeply. */
  json(): JsonValue | Absent {
    this.#json ??= this.#readJson();
    return this.#json;
  }

  isNestedTooDeep(): boolean {
    this.json();
    return this.#isTooDeep;
  }

  /** Whether the body is JSON, by its type or because it parses as such. */
  #readJson(): JsonValue | Absent {
    const text = this.text();
    if (!claimsJson(text, this.contentType())) return ABSENT;
    if (jsonOverrun(text, this.#maxBodyBytes) >= 0) {
      this.exceededLimit = this.#maxBodyBytes;
      return ABSENT;
    }
    try {
      return parseJson(text, MAX_NESTING);
    } catch (cause) {
      this.#isTooDeep = cause instanceof JsonTooDeep;
      return ABSENT;
    }
  }

  sha256(): string {
    this.#sha256 ??= hexDigest('sha256', this.bytes);
    return this.#sha256;
  }

  /** The document for XPath expressions. */
  markup(): Promise<Markup> {
    this.#markup ??= this.#readMarkup();
    return this.#markup;
  }

  /** Empty when there is none. */
  contentType(): string {
    return this.#type() ?? '';
  }

  /** Whether its elements would take a multiple of the limit of bytes; `markup` has no document then. */
  isMarkupTooLarge(): boolean {
    return isMarkupTooLarge(this.text(), this.#maxBodyBytes);
  }

  async #readMarkup(): Promise<Markup> {
    if (this.isMarkupTooLarge()) {
      const problem = `the body has too many elements for maxBodyBytes ${this.#maxBodyBytes}`;
      return { kind: 'none', problem };
    }
    const { readMarkup } = await import('../xpath/markup.js');
    return readMarkup(this.text(), this.contentType());
  }

  #type(): string | undefined {
    this.#contentType ??= this.header('content-type');
    return this.#contentType === ABSENT ? undefined : this.#contentType;
  }
}

function joinedHeader(headers: ReceivedHeaders, lowerName: string): string | undefined {
  let joined: string | undefined;
  for (const [name, value] of headers) {
    if (name.length !== lowerName.length || name.toLowerCase() !== lowerName) continue;
    joined = joined === undefined ? value : joined + separator(lowerName) + value;
  }
  return joined;
}

function separator(lowerName: string): string {
  return lowerName === 'set-cookie' ? '\n' : ', ';
}

/** With more headers a table is made, since there may be as many look-ups. */
const MAX_SEARCHED_HEADERS = 100;

function joinHeaders(headers: ReceivedHeaders): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const [name, value] of headers) {
    const lowerName = name.toLowerCase();
    const before = map.get(lowerName);
    map.set(lowerName, before === undefined ? value : before + separator(lowerName) + value);
  }
  return map;
}

function lastCookie(headers: ReceivedHeaders, name: string): string | undefined {
  let found: string | undefined;
  for (const [header, value] of headers) {
    if (header.toLowerCase() !== 'set-cookie') continue;
    const [pair = ''] = value.split(';', 1);
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) found = pair.slice(equals + 1).trim();
  }
  return found;
}

const LOOKS_LIKE_JSON = /^[ \t\r\n]*[{[]/;

/** The reason why a response has no JSON, for messages. */
export function jsonProblem(view: ResponseView): string {
  if (view.size === 0) return 'the body is empty';
  if (view.exceededLimit !== undefined)
    return `the JSON of the body has too many values for maxBodyBytes ${view.exceededLimit}`;
  return claimsJson(view.text(), view.contentType()) ? 'the body is not valid JSON' : 'the body is not JSON';
}

/** Whether a body is read as JSON, by its type or because it looks like it. */
export function claimsJson(text: string, contentType: string): boolean {
  return isJsonType(contentType) || LOOKS_LIKE_JSON.test(text);
}
