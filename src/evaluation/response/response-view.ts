/** What assertions, captures and placeholders can see of an answer; everything costly is done at first use. */
import { ABSENT, type Absent } from '../values/absent.js';
import { hexDigest } from '../values/crypto.js';
import { jsonOverrun } from '../../primitives/json-memory.js';
import { isMarkupTooLarge } from '../../primitives/markup-memory.js';
import { DEFAULT_LIMITS, MAX_NESTING, type EvaluationLimits } from '../bounded/limits.js';
import { decodeText } from '../values/decode-text.js';
import { parseJson, type JsonValue } from '../values/json.js';
import { JsonTooDeep } from '../values/json-reader.js';
import type { Markup } from '../xpath/markup.js';

/** In the order received; repeats stay. */
export type HeaderLike = readonly (readonly [name: string, value: string])[];

export interface ResponseInput {
  readonly status: number;
  readonly headers: HeaderLike;
  /** The URL that answered. */
  readonly url: string;
  /** Milliseconds from sending to the last body byte, redirects included. */
  readonly duration: number;
  /** Content codings undone. */
  readonly body: Uint8Array;
  /** The limit that its body was read with. */
  readonly maxBodyBytes?: number;
  /** Headers of the redirects that led here, earliest first. */
  readonly redirects?: readonly HeaderLike[];
  /** What evaluating this response may take; the usual limits when it is not given. */
  readonly limits?: EvaluationLimits;
}

export interface ResponseView {
  readonly status: number;
  /** Without fragment. */
  readonly url: string;
  /** Whole milliseconds. */
  readonly duration: number;
  readonly size: number;
  readonly bytes: Uint8Array;
  readonly headers: HeaderLike;
  readonly limits: EvaluationLimits;
  /** Why the last XPath expression found no document; empty when it did. */
  markupProblem: string;
  /** Empty when there is none. */
  contentType(): string;
  /** Values joined with `, `, those of Set-Cookie with a line feed; names in any case. */
  header(name: string): string | Absent;
  /** Lower-case names. */
  headerMap(): Readonly<Record<string, string>>;
  /** Value of the last Set-Cookie of that name, here or in the redirects before, latest first. */
  cookie(name: string): string | Absent;
  text(): string;
  /** Absent also when it is nested too deeply to be read. */
  json(): JsonValue | Absent;
  /** The limit that the values of its JSON would exceed many times; undefined when they do not. */
  readonly exceededLimit: number | undefined;
  isNestedTooDeep(): boolean;
  sha256(): string;
  /** Its elements would take a multiple of the limit of bytes; `markup` gives none then. */
  isMarkupTooLarge(): boolean;
  /** The document that XPath expressions look at. */
  markup(): Promise<Markup>;
}

/** Of answers whose limit is not known: as much as is read by default. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

export function createResponseView(input: ResponseInput): ResponseView {
  return new View(input);
}

class View implements ResponseView {
  readonly status: number;
  readonly url: string;
  readonly duration: number;
  readonly size: number;
  readonly bytes: Uint8Array;
  readonly headers: HeaderLike;
  exceededLimit: number | undefined;
  readonly limits: EvaluationLimits;
  markupProblem = '';
  readonly #redirects: readonly HeaderLike[];
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

  header(name: string): string | Absent {
    const lowerName = name.toLowerCase();
    const isFew = this.headers.length <= MOST_SEARCHED;
    return (isFew ? joinedHeader(this.headers, lowerName) : this.#byName().get(lowerName)) ?? ABSENT;
  }

  headerMap(): Readonly<Record<string, string>> {
    this.#headerMap ??= Object.fromEntries(this.#byName());
    return this.#headerMap;
  }

  #byName(): ReadonlyMap<string, string> {
    this.#joined ??= joinHeaders(this.headers);
    return this.#joined;
  }

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

  json(): JsonValue | Absent {
    this.#json ??= this.#readJson();
    return this.#json;
  }

  isNestedTooDeep(): boolean {
    this.json();
    return this.#isTooDeep;
  }

  /** By its type, or when it looks like JSON and reads as such. */
  #readJson(): JsonValue | Absent {
    const text = this.text();
    if (!claimsJson(text, this.#type())) return ABSENT;
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

  markup(): Promise<Markup> {
    this.#markup ??= this.#readMarkup();
    return this.#markup;
  }

  contentType(): string {
    return this.#type() ?? '';
  }

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

function joinedHeader(headers: HeaderLike, lowerName: string): string | undefined {
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

/** Of more headers a table is made: there may be as many that are asked for. */
const MOST_SEARCHED = 100;

function joinHeaders(headers: HeaderLike): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const [name, value] of headers) {
    const lowerName = name.toLowerCase();
    const before = map.get(lowerName);
    map.set(lowerName, before === undefined ? value : before + separator(lowerName) + value);
  }
  return map;
}

function lastCookie(headers: HeaderLike, name: string): string | undefined {
  let found: string | undefined;
  for (const [header, value] of headers) {
    if (header.toLowerCase() !== 'set-cookie') continue;
    const [pair = ''] = value.split(';', 1);
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) found = pair.slice(equals + 1).trim();
  }
  return found;
}

const JSON_TYPE = /^\s*(?:application\/json|[^\s;]+\+json)\s*(?:;|$)/i;
const LOOKS_LIKE_JSON = /^[ \t\r\n]*[{[]/;

/** Why there is no JSON in an answer, for messages. */
export function jsonProblem(view: ResponseView): string {
  if (view.size === 0) return 'the body is empty';
  if (view.exceededLimit !== undefined)
    return `the JSON of the body has too many values for maxBodyBytes ${view.exceededLimit}`;
  const type = view.header('content-type');
  const claims = claimsJson(view.text(), type === ABSENT ? undefined : type);
  return claims ? 'the body is not valid JSON' : 'the body is not JSON';
}

function claimsJson(text: string, contentType: string | undefined): boolean {
  return (contentType !== undefined && JSON_TYPE.test(contentType)) || LOOKS_LIKE_JSON.test(text);
}
