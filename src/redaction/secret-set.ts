import { Buffer } from 'node:buffer';
import { buildMatcher, type Matcher } from './pattern-matcher.js';
import { unescapeJson, decodePercent, type View } from './decoded-view.js';
import { REDACTED } from './redacted.js';
import { joinSpans, type Span } from './span.js';

export { REDACTED } from './redacted.js';

/** Shorter values are too common to redact: they would hide half of every report. */
const MIN_SECRET_CHARACTERS = 4;

/** A value that was escaped twice, such as JSON inside JSON, is still found. */
const MAX_DECODING_COUNT = 2;

/** The worst case is a unit of three UTF-8 bytes as `%XX%XX%XX` with each character as `\uXXXX`. */
const MAX_GROWTH_FACTOR = 54;

/**
 * The secret values of a run. Each is found as it is, in Base64 (both alphabets, padded or not),
 * percent-encoded and JSON-escaped; time grows with the length of the text only.
 */
export class SecretSet {
  readonly #base: SecretSet | undefined;
  readonly #values = new Set<string>();
  #pending: string[] = [];
  /** From large to small; each is at least twice as large as the next, so that a value is rebuilt few times. */
  readonly #tiers: Tier[] = [];
  #longest = 0;
  /** All forms by their first characters; built when the first cut text is redacted. */
  #heads: Map<string, string[]> | undefined;

  /** The secrets of a base count too, also those that are added to it later. */
  constructor(base?: SecretSet) {
    this.#base = base;
  }

  /** A set with further values, for values that are secret in one place only; this set stays unchanged. */
  with(values: Iterable<string>): SecretSet {
    let set: SecretSet | undefined;
    for (const value of values) {
      if (!this.has(value) && !isShort(value)) (set ??= new SecretSet(this)).add(value);
    }
    return set ?? this;
  }

  /** Whether there is no secret at all. */
  get isEmpty(): boolean {
    return this.#values.size === 0 && (this.#base === undefined || this.#base.isEmpty);
  }

  add(value: string): void {
    if (this.has(value) || isShort(value)) return;
    this.#values.add(value);
    this.#pending.push(value);
    this.#heads = undefined;
    this.#longest = Math.max(this.#longest, value.length);
  }

  addAll(values: Iterable<string>): void {
    for (const value of values) this.add(value);
  }

  /** All values, those of the base included. */
  *values(): Generator<string> {
    if (this.#base) yield* this.#base.values();
    yield* this.#values;
  }

  has(value: string): boolean {
    return this.#values.has(value) || this.#base?.has(value) === true;
  }

  /** Whether a secret occurs in the text in any form. */
  contains(text: string): boolean {
    return this.find(text).length > 0;
  }

  redact(text: string): string {
    if (this.isEmpty) return text;
    let rest = 0;
    let result = '';
    for (const [start, end] of this.find(text)) {
      result += text.slice(rest, start) + REDACTED;
      rest = end;
    }
    return rest === 0 ? text : result + text.slice(rest);
  }

  /** Redacts the start of a text that was cut, perhaps inside a secret, so a possible start of one is hidden too. */
  redactCut(text: string): string {
    // An incomplete escape at the end would prevent the match.
    const whole = text.replace(/(?:\\(?:u[0-9a-f]{0,3})?|(?:%[89a-f][0-9a-f]){0,3}(?:%[0-9a-f]?)?)$/i, '');
    const start = this.#cutSecret({ text: whole, starts: undefined }, MAX_DECODING_COUNT);
    return start === undefined ? this.redact(text) : this.redact(text.slice(0, start)) + REDACTED;
  }

  /** The position of a secret that continues behind the end of the text. */
  #cutSecret(view: View, decodings: number): number | undefined {
    const { text } = view;
    let start: number | undefined;
    for (let at = 0; at + MIN_SECRET_CHARACTERS <= text.length && start === undefined; at += 1) {
      if (this.#begins(text, at)) [start] = placeOf([at, at], view);
    }
    if (decodings === 0) return start;
    for (const decode of [decodePercent, unescapeJson]) {
      const decoded = decode(view);
      const found = decoded && this.#cutSecret(decoded, decodings - 1);
      if (found !== undefined && (start === undefined || found < start)) start = found;
    }
    return start;
  }

  #begins(text: string, at: number): boolean {
    if (this.#heads === undefined) {
      this.#heads = new Map();
      for (const form of [...this.#values].flatMap(formsOf)) {
        const head = form.slice(0, MIN_SECRET_CHARACTERS);
        const forms = this.#heads.get(head);
        if (forms === undefined) this.#heads.set(head, [form]);
        else forms.push(form);
      }
    }
    const forms = this.#heads.get(text.slice(at, at + MIN_SECRET_CHARACTERS)) ?? [];
    const rest = forms.length === 0 ? '' : text.slice(at);
    return (
      forms.some((form) => form.startsWith(rest)) ||
      (this.#base !== undefined && this.#base.#begins(text, at))
    );
  }

  /** No form of a secret is longer, so code that cuts a text keeps that much more until it is redacted. */
  get maxFormLength(): number {
    return Math.max(this.#longest * MAX_GROWTH_FACTOR, this.#base?.maxFormLength ?? 0);
  }

  /** The positions of secrets in any form. */
  find(text: string): readonly Span[] {
    if (text.length < MIN_SECRET_CHARACTERS) return [];
    const matchers = this.#matchers();
    if (matchers.length === 0) return [];
    const spans: Span[] = [];
    search({ text, starts: undefined }, MAX_DECODING_COUNT, matchers, spans);
    return joinSpans(spans);
  }

  #matchers(): readonly Matcher[] {
    if (this.#pending.length > 0) this.#settle();
    const own = this.#tiers.map(({ matcher }) => matcher);
    return this.#base === undefined ? own : [...this.#base.#matchers(), ...own];
  }

  #settle(): void {
    let values = this.#pending;
    this.#pending = [];
    for (let last = this.#tiers.at(-1); last !== undefined; last = this.#tiers.at(-1)) {
      if (last.values.length > 2 * values.length) break;
      values = last.values.concat(values);
      this.#tiers.pop();
    }
    this.#tiers.push({ values, matcher: buildMatcher(values.flatMap(formsOf)) });
  }
}

interface Tier {
  readonly values: readonly string[];
  readonly matcher: Matcher;
}

function search(view: View, decodings: number, matchers: readonly Matcher[], spans: Span[]): void {
  for (const matcher of matchers) {
    for (const span of matcher(view.text)) spans.push(placeOf(span, view));
  }
  if (decodings === 0) return;
  for (const decode of [decodePercent, unescapeJson]) {
    const decoded = decode(view);
    if (decoded !== undefined) search(decoded, decodings - 1, matchers, spans);
  }
}

function isShort(value: string): boolean {
  return value.length < 2 * MIN_SECRET_CHARACTERS && Array.from(value).length < MIN_SECRET_CHARACTERS;
}

/** Escapes are undone in the text, so only the other encodings are listed here. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  const base64 = bytes.toString('base64');
  const base64url = bytes.toString('base64url');
  const padding = '='.repeat(base64.length - base64url.length);
  const forms = [value, base64, base64.slice(0, base64url.length), base64url, base64url + padding];
  // Form encoding writes blanks as plus signs.
  if (value.includes(' ')) forms.push(value.replaceAll(' ', '+'));
  return forms;
}

function placeOf([start, end]: Span, { text, starts }: View): Span {
  if (starts === undefined) return [start, end];
  return [starts[start] ?? 0, starts[end] ?? text.length];
}
