/** Removes secrets before anything is stored, and afterwards those that were found later. */
import { textOfBytes } from '../../http/message/headers.js';
import { isSecretFieldName } from '../../redaction/secret-names.js';
import { findSecretFields, type BodyText } from './body-text.js';
import type { JsonNode } from './json-nodes.js';
import { HeaderCache } from './header-cache.js';
import {
  learnBody,
  learnBytes,
  learnHeaders,
  learnQuery,
  learnTokens,
  type RawHeaders,
} from './learn-secrets.js';
import { splitPairs } from './query-pairs.js';
import { TextCache } from './text-cache.js';
import {
  editAgain,
  editText,
  shownText,
  type TextEdit,
  type RecordedText,
  type ValueMark,
} from './recorded-text.js';
import type { RecordedHeader } from './recording.js';
import { placeholderOf, type SecretValues } from './secret-values.js';
import { isPlain, nounOfName, singular, type ValueMarks } from './value-marks.js';

/** Limited because each value is hashed. */
const MAX_MARKS = 100;

export class Sanitizer {
  readonly #secrets: SecretValues;
  readonly #marks: ValueMarks;
  /** Separate caches, because values in response headers are not chained. */
  readonly #requestHeaderCache: HeaderCache;
  readonly #responseHeaderCache: HeaderCache;
  readonly #paths: TextCache<RecordedText>;
  readonly #queries: TextCache<RecordedText>;
  /** The address that was learned last. */
  #learned = { path: '', query: '' };

  /** `headers`: names of headers with secret values, in addition to the usual ones. */
  constructor(headers: readonly string[], secrets: SecretValues, marks: ValueMarks) {
    this.#requestHeaderCache = new HeaderCache(headers, () => secrets.count);
    this.#responseHeaderCache = new HeaderCache(headers, () => secrets.count);
    this.#paths = new TextCache(
      () => secrets.count,
      (path) => this.#path(path),
    );
    this.#queries = new TextCache(
      () => secrets.count,
      (query) => this.#pairs(query, true),
    );
    this.#secrets = secrets;
    this.#marks = marks;
  }

  /** The number of known secrets. Recordings stored with fewer must be sanitized again. */
  get knownSecrets(): number {
    return this.#secrets.count;
  }

  /** Must be called for all parts of an exchange before any of them is sanitized. */
  learnHeaders(headers: RawHeaders): void {
    learnHeaders(headers, this.#requestHeaderCache, this.#secrets);
  }

  learnAddress(path: string, query: string): void {
    const { path: lastPath, query: lastQuery } = this.#learned;
    if (path === lastPath && query === lastQuery) return;
    learnTokens(path, this.#secrets);
    learnQuery(query, this.#secrets);
    this.#learned = { path, query };
  }

  learnBody(body: BodyText): void {
    learnBody(body, this.#secrets);
  }

  /** `name` is that of its placeholder. */
  learnValue(value: string, name: string): void {
    this.#secrets.learn(value, name);
  }

  learnBytes(bytes: Uint8Array, contentType: string): void {
    learnBytes(binaryText(bytes), contentType, this.#secrets);
  }

  /** Removes the secrets that were found after the text was stored. */
  resanitize(text: RecordedText): RecordedText {
    return editAgain(text, (literal) => this.#secrets.edits(literal));
  }

  /** Sanitizes binary data; `contentType` indicates whether it contains fields. */
  bytes(bytes: Uint8Array, contentType: string): Uint8Array {
    const text = binaryText(bytes);
    const fields = findSecretFields(text, contentType).map(({ name, start, end }) =>
      secretEdit(start, end, name),
    );
    const edits = [...this.#secrets.edits(text), ...fields];
    return edits.length === 0 ? bytes : Buffer.from(shownText(editText(text, edits)), 'latin1');
  }

  text(text: string): RecordedText {
    return editText(text, this.#secrets.edits(text));
  }

  requestHeaders(headers: RawHeaders): RecordedHeader[] {
    return eachHeader(headers, this.#requestHeaderCache, (name, value) => this.#requestHeader(name, value));
  }

  responseHeaders(headers: RawHeaders): RecordedHeader[] {
    return eachHeader(headers, this.#responseHeaderCache, (name, value) => this.#responseHeader(name, value));
  }

  /** `path` is without query. */
  path(path: string): RecordedText {
    return this.#paths.get(path);
  }

  #path(path: string): RecordedText {
    const edits = this.#secrets.edits(path);
    let before = '';
    let start = 0;
    for (const segment of path.split('/')) {
      const mark = isPlain(segment) ? this.#marks.mark(segment, singular(before)) : undefined;
      if (mark) edits.push(valueEdit(start, segment, mark));
      start += segment.length + 1;
      before = segment;
    }
    return editText(path, edits);
  }

  /** With or without the question mark; forms have the same syntax. */
  query(query: string, follow = true): RecordedText {
    return follow ? this.#queries.get(query) : this.#pairs(query, false);
  }

  #pairs(query: string, follow: boolean): RecordedText {
    const edits = this.#secrets.edits(query);
    let marked = 0;
    for (const { name, value, start } of splitPairs(query)) {
      const end = start + value.length;
      const isFollowed = follow && isPlain(value) && marked < MAX_MARKS;
      const mark = isFollowed ? this.#marks.mark(value, nounOfName(name)) : undefined;
      if (mark) marked += 1;
      if (value !== '' && isSecretFieldName(name)) edits.push(secretEdit(start, end, name, mark));
      else if (mark) edits.push(valueEdit(start, value, mark));
    }
    return editText(query, edits);
  }

  /** `follow`: its values may come from an earlier response. */
  body(body: BodyText, follow: boolean): RecordedText {
    const { kind, text, fields } = body;
    if (kind === 'form') return this.query(text, follow);
    if (kind === 'json') return this.#json(body, follow);
    const edits = fields.map(({ name, start, end }) => {
      const mark = follow ? this.#marks.mark(text.slice(start, end), '') : undefined;
      return secretEdit(start, end, name, mark);
    });
    return editText(text, [...this.#secrets.edits(text), ...edits]);
  }

  #responseHeader(name: string, value: string): RecordedText {
    if (!this.#requestHeaderCache.isSecret(name) || value === '') return this.text(value);
    return [{ placeholder: placeholderOf(name) }];
  }

  #requestHeader(name: string, value: string): RecordedText {
    const lower = name.toLowerCase();
    if (value !== '' && this.#requestHeaderCache.isSecret(name)) {
      const chainedParts = this.#credential(lower, value);
      return [{ placeholder: placeholderOf(name), ...(chainedParts && { chainedParts }) }];
    }
    const edits = this.#secrets.edits(value);
    const noun = lower === 'if-match' || lower === 'if-none-match' ? 'etag' : '';
    const isFollowed = noun !== '' || !STANDARD_HEADERS.has(lower);
    const mark = isFollowed ? this.#marks.mark(value, noun) : undefined;
    if (mark) edits.push(valueEdit(0, value, mark));
    return editText(value, edits);
  }

  /** The parts of a credential, when each of them may come from an earlier response. */
  #credential(lowerName: string, value: string): (string | ValueMark)[] | undefined {
    if (lowerName === 'cookie') return this.#cookies(value);
    const [, scheme = '', credential = value] = /^(bearer |token )(\S+)$/i.exec(value) ?? [];
    const mark = this.#marks.mark(credential, '');
    return mark && (scheme === '' ? [mark] : [scheme, mark]);
  }

  #cookies(value: string): (string | ValueMark)[] | undefined {
    const parts: (string | ValueMark)[] = [];
    for (const [index, pair] of value.split('; ').entries()) {
      const equals = pair.indexOf('=');
      if (equals < 1 || index === MAX_MARKS) return undefined;
      const name = pair.slice(0, equals);
      const fingerprint = this.#marks.fingerprint(pair.slice(equals + 1));
      parts.push(`${index === 0 ? '' : '; '}${name}=`, { fingerprint, noun: `cookie ${name}` });
    }
    return parts;
  }

  #json({ text, nodes }: BodyText, follow: boolean): RecordedText {
    const edits: TextEdit[] = this.#secrets.edits(text);
    let marked = 0;
    for (const node of nodes) {
      const { kind, start, end } = node;
      const mark = follow && marked < MAX_MARKS ? this.#jsonMark(text, node) : undefined;
      if (mark) marked += 1;
      const quote = kind === 'string' ? 1 : 0;
      if (kind !== 'word' && end - start > 2 * quote && isSecretFieldName(keyOf(node))) {
        edits.push(secretEdit(start + quote, end - quote, keyOf(node), mark));
      } else if (mark) edits.push(valueEdit(start + quote, text.slice(start + quote, end - quote), mark));
    }
    return editText(text, edits);
  }

  #jsonMark(text: string, node: JsonNode): ValueMark | undefined {
    if (node.kind !== 'string' && node.kind !== 'number') return undefined;
    const written = text.slice(node.start, node.end);
    const value = node.kind === 'string' ? written.slice(1, -1) : written;
    return this.#marks.mark(value, nounOfName(keyOf(node)));
  }
}

function eachHeader(
  headers: RawHeaders,
  headerCache: HeaderCache,
  sanitize: (name: string, value: string) => RecordedText,
): RecordedHeader[] {
  const recorded: RecordedHeader[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? '';
    const raw = headers[at + 1] ?? '';
    recorded.push(headerCache.get(name, raw) ?? headerCache.add(name, raw, sanitize(name, textOfBytes(raw))));
  }
  return recorded;
}

/** Their values are neither secrets nor identifiers. */
const STANDARD_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'user-agent',
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'content-length',
  'content-encoding',
  'date',
  'origin',
  'referer',
]);

function secretEdit(start: number, end: number, name: string, mark?: ValueMark): TextEdit {
  return { start, end, part: { placeholder: placeholderOf(name), chainedParts: mark ? [mark] : [] } };
}

function valueEdit(start: number, literal: string, mark: ValueMark): TextEdit {
  return { start, end: start + literal.length, part: { literal, value: mark } };
}

function keyOf({ step }: JsonNode): string {
  return typeof step === 'string' ? step : '';
}

/** One character per byte, so that positions in the text are positions in the bytes. */
function binaryText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
