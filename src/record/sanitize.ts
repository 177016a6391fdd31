/** Takes secrets out before anything is kept (server.md 13, "Sanitising"). */
import { credentialValues } from '../redaction/credential-headers.js';
import { textOfBytes } from '../http/headers.js';
import type { BodyText } from './body-text.js';
import type { JsonNode } from './json-nodes.js';
import { KnownHeaders } from './known-headers.js';
import { editText, type Edit, type RecordedText, type ValueMark } from './recorded-text.js';
import type { RecordedHeader } from './recording.js';
import { placeholderOf, type SecretValues } from './secret-values.js';
import { isPlain, nounOfName, singular, type ValueMarks } from './value-marks.js';

/** Names and values in turn, one character per byte, as Node has them. */
export type RawHeaders = readonly string[];

const SECRET_NAMES: ReadonlySet<string> = new Set([
  'password',
  'passwd',
  'secret',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'client_secret',
  'api_key',
  'apikey',
  'signature',
]);

/** Every name of a secret has one of these in it, or an escape. */
const MAY_BE_SECRET = /passw|secret|token|api|signature|%/i;

/** Each value costs a hash. */
const MOST_MARKS = 100;

export class Sanitizer {
  readonly #headers: readonly string[];
  readonly #secrets: SecretValues;
  readonly #marks: ValueMarks;
  /** Of requests, and of answers, where no value is followed. */
  readonly #known: KnownHeaders;
  readonly #answered: KnownHeaders;

  /** `headers`: names whose values are secret beside the usual ones. */
  constructor(headers: readonly string[], secrets: SecretValues, marks: ValueMarks) {
    this.#headers = headers;
    this.#known = new KnownHeaders(headers, () => secrets.count);
    this.#answered = new KnownHeaders(headers, () => secrets.count);
    this.#secrets = secrets;
    this.#marks = marks;
  }

  /** To be called with everything of an exchange before any of it is sanitised. */
  learnHeaders(headers: RawHeaders): void {
    for (let at = 0; at < headers.length; at += 2) {
      const name = headers[at] ?? '';
      if (!this.#known.isSecret(name)) continue;
      const value = textOfBytes(headers[at + 1] ?? '');
      const placeholder = placeholderOf(name);
      for (const part of credentialValues([[name, value]], this.#headers)) {
        this.#secrets.learn(part, placeholder);
        if (/cookie$/i.test(name)) this.#secrets.learn(part.replace(/^[^=]*=/, ''), placeholder);
      }
      const basic = /^basic +(\S+)$/i.exec(value)?.[1];
      if (basic !== undefined) {
        this.#secrets.learn(
          Buffer.from(basic, 'base64')
            .toString('utf8')
            .replace(/^[^:]*:/, ''),
          placeholder,
        );
      }
    }
  }

  learnQuery(query: string): void {
    if (!MAY_BE_SECRET.test(query)) return;
    for (const { name, value } of pairsIn(query)) {
      if (isSecretName(name)) this.#secrets.learn(decoded(value), placeholderOf(name));
    }
  }

  learnBody({ kind, text, nodes }: BodyText): void {
    if (kind === 'form') this.learnQuery(text);
    for (const node of nodes) {
      if (node.kind !== 'string' || !isSecretName(keyOf(node))) continue;
      this.#secrets.learn(JSON.parse(text.slice(node.start, node.end)) as string, placeholderOf(keyOf(node)));
    }
  }

  text(text: string): RecordedText {
    return editText(text, this.#secrets.edits(text));
  }

  requestHeaders(headers: RawHeaders): RecordedHeader[] {
    return eachHeader(headers, this.#known, (name, value) => this.#requestHeader(name, value));
  }

  responseHeaders(headers: RawHeaders): RecordedHeader[] {
    return eachHeader(headers, this.#answered, (name, value) => this.#responseHeader(name, value));
  }

  /** `path` without query. */
  path(path: string): RecordedText {
    const edits = this.#secrets.edits(path);
    let before = '';
    let start = 0;
    for (const segment of path.split('/')) {
      const mark = isPlain(segment) ? this.#marks.mark(segment, singular(before)) : undefined;
      if (mark) edits.push({ start, end: start + segment.length, piece: { literal: segment, value: mark } });
      start += segment.length + 1;
      before = segment;
    }
    return editText(path, edits);
  }

  /** With or without its question mark; forms look the same. */
  query(query: string): RecordedText {
    const edits = this.#secrets.edits(query);
    let marked = 0;
    for (const { name, value, start } of pairsIn(query)) {
      const end = start + value.length;
      const mark =
        isPlain(value) && marked < MOST_MARKS ? this.#marks.mark(value, nounOfName(name)) : undefined;
      if (mark) marked += 1;
      if (value !== '' && isSecretName(name)) edits.push(secretEdit(start, end, name, mark));
      else if (mark) edits.push({ start, end, piece: { literal: value, value: mark } });
    }
    return editText(query, edits);
  }

  requestBody(body: BodyText): RecordedText {
    if (body.kind === 'form') return this.query(body.text);
    return body.kind === 'json' ? this.#json(body, true) : this.text(body.text);
  }

  responseBody(body: BodyText): RecordedText {
    return body.kind === 'json' ? this.#json(body, false) : this.text(body.text);
  }

  #responseHeader(name: string, value: string): RecordedText {
    if (!this.#known.isSecret(name) || value === '') return this.text(value);
    return [{ placeholder: placeholderOf(name) }];
  }

  #requestHeader(name: string, value: string): RecordedText {
    const lower = name.toLowerCase();
    if (value !== '' && this.#known.isSecret(name)) {
      const instead = this.#credential(lower, value);
      return [{ placeholder: placeholderOf(name), ...(instead && { instead }) }];
    }
    const edits = this.#secrets.edits(value);
    const noun = lower === 'if-match' || lower === 'if-none-match' ? 'etag' : '';
    const isFollowed = noun !== '' || !STANDARD_HEADERS.has(lower);
    const mark = isFollowed ? this.#marks.mark(value, noun) : undefined;
    if (mark) edits.push({ start: 0, end: value.length, piece: { literal: value, value: mark } });
    return editText(value, edits);
  }

  /** What a credential is made of, when each part may have come from an answer. */
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
      if (equals < 1 || index === MOST_MARKS) return undefined;
      const name = pair.slice(0, equals);
      const fingerprint = this.#marks.fingerprint(pair.slice(equals + 1));
      parts.push(`${index === 0 ? '' : '; '}${name}=`, { fingerprint, noun: `cookie ${name}` });
    }
    return parts;
  }

  #json({ text, nodes }: BodyText, follow: boolean): RecordedText {
    const edits: Edit[] = this.#secrets.edits(text);
    let marked = 0;
    for (const node of nodes) {
      const { kind, start, end } = node;
      const mark = follow && marked < MOST_MARKS ? this.#jsonMark(text, node) : undefined;
      if (mark) marked += 1;
      const quote = kind === 'string' ? 1 : 0;
      if (kind !== 'word' && end - start > 2 * quote && isSecretName(keyOf(node))) {
        edits.push(secretEdit(start + quote, end - quote, keyOf(node), mark));
      } else if (mark) {
        const literal = text.slice(start + quote, end - quote);
        edits.push({ start: start + quote, end: end - quote, piece: { literal, value: mark } });
      }
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
  known: KnownHeaders,
  judge: (name: string, value: string) => RecordedText,
): RecordedHeader[] {
  const recorded: RecordedHeader[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? '';
    const raw = headers[at + 1] ?? '';
    recorded.push(known.get(name, raw) ?? known.add(name, raw, judge(name, textOfBytes(raw))));
  }
  return recorded;
}

/** Values in them are nobody's secret and no identifier of anything. */
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

function secretEdit(start: number, end: number, name: string, mark: ValueMark | undefined): Edit {
  return { start, end, piece: { placeholder: placeholderOf(name), instead: mark ? [mark] : [] } };
}

function isSecretName(name: string): boolean {
  return SECRET_NAMES.has(name.toLowerCase());
}

function keyOf({ step }: JsonNode): string {
  return typeof step === 'string' ? step : '';
}

interface Pair {
  /** Decoded. */
  readonly name: string;
  /** As written. */
  readonly value: string;
  readonly start: number;
}

function* pairsIn(text: string): Generator<Pair> {
  if (text === '') return;
  let start = text.startsWith('?') ? 1 : 0;
  for (const pair of text.slice(start).split('&')) {
    const equals = pair.indexOf('=');
    if (equals !== -1) {
      yield {
        name: decoded(pair.slice(0, equals)),
        value: pair.slice(equals + 1),
        start: start + equals + 1,
      };
    }
    start += pair.length + 1;
  }
}

function decoded(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
