/** Takes secrets out before anything is kept, and again what was learned since then. */
import { textOfBytes } from '../../http/message/headers.js';
import { isSecretFieldName } from '../../redaction/secret-names.js';
import { fieldsOf, type BodyText } from './body-text.js';
import type { JsonNode } from './json-nodes.js';
import { KnownHeaders } from './known-headers.js';
import {
  learnBody,
  learnBytes,
  learnHeaders,
  learnQuery,
  learnTokens,
  type RawHeaders,
} from './learn-secrets.js';
import { pairsIn } from './query-pairs.js';
import {
  editAgain,
  editText,
  shownText,
  type Edit,
  type RecordedText,
  type ValueMark,
} from './recorded-text.js';
import type { RecordedHeader } from './recording.js';
import { placeholderOf, type SecretValues } from './secret-values.js';
import { isPlain, nounOfName, singular, type ValueMarks } from './value-marks.js';

/** Each value costs a hash. */
const MOST_MARKS = 100;

export class Sanitizer {
  readonly #secrets: SecretValues;
  readonly #marks: ValueMarks;
  /** Of requests, and of answers, where no value is followed. */
  readonly #known: KnownHeaders;
  readonly #answered: KnownHeaders;

  /** `headers`: names whose values are secret beside the usual ones. */
  constructor(headers: readonly string[], secrets: SecretValues, marks: ValueMarks) {
    this.#known = new KnownHeaders(headers, () => secrets.count);
    this.#answered = new KnownHeaders(headers, () => secrets.count);
    this.#secrets = secrets;
    this.#marks = marks;
  }

  /** How many secrets are known; what was kept with fewer has to be looked at again. */
  get knownSecrets(): number {
    return this.#secrets.count;
  }

  /** To be called with everything of an exchange before any of it is sanitised. */
  learnHeaders(headers: RawHeaders): void {
    learnHeaders(headers, this.#known, this.#secrets);
  }

  learnAddress(path: string, query: string): void {
    learnTokens(path, this.#secrets);
    learnQuery(query, this.#secrets);
  }

  learnBody(body: BodyText): void {
    learnBody(body, this.#secrets);
  }

  learnBytes(bytes: Uint8Array, contentType: string): void {
    learnBytes(binaryText(bytes), contentType, this.#secrets);
  }

  /** Without what was learned since the text was kept. */
  again(text: RecordedText): RecordedText {
    return editAgain(text, (literal) => this.#secrets.edits(literal));
  }

  /** Bytes that are no text; `contentType` says whether there are fields in them. */
  bytes(bytes: Uint8Array, contentType: string): Uint8Array {
    const text = binaryText(bytes);
    const fields = fieldsOf(text, contentType).map(({ name, start, end }) => secretEdit(start, end, name));
    const edits = [...this.#secrets.edits(text), ...fields];
    return edits.length === 0 ? bytes : Buffer.from(shownText(editText(text, edits)), 'latin1');
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
  query(query: string, follow = true): RecordedText {
    const edits = this.#secrets.edits(query);
    let marked = 0;
    for (const { name, value, start } of pairsIn(query)) {
      const end = start + value.length;
      const isFollowed = follow && isPlain(value) && marked < MOST_MARKS;
      const mark = isFollowed ? this.#marks.mark(value, nounOfName(name)) : undefined;
      if (mark) marked += 1;
      if (value !== '' && isSecretFieldName(name)) edits.push(secretEdit(start, end, name, mark));
      else if (mark) edits.push({ start, end, piece: { literal: value, value: mark } });
    }
    return editText(query, edits);
  }

  requestBody(body: BodyText): RecordedText {
    return this.#body(body, true);
  }

  responseBody(body: BodyText): RecordedText {
    return this.#body(body, false);
  }

  /** `follow`: its values may have come from an earlier answer. */
  #body(body: BodyText, follow: boolean): RecordedText {
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
      if (kind !== 'word' && end - start > 2 * quote && isSecretFieldName(keyOf(node))) {
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

function secretEdit(start: number, end: number, name: string, mark?: ValueMark): Edit {
  return { start, end, piece: { placeholder: placeholderOf(name), instead: mark ? [mark] : [] } };
}

function keyOf({ step }: JsonNode): string {
  return typeof step === 'string' ? step : '';
}

/** One character for each byte, so that places in the text are places among the bytes. */
function binaryText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
