/**
 * Parses value literals, see docs/language.md#values. The runner parses interpolated text with the same function.
 */
import { isJsonNumber } from '../../primitives/json/json-number.js';
import { objectFrom } from '../../primitives/json/key-order.js';
import { skipBlanks, trimBlanks } from '../text/characters.js';
import type { Json } from '../model/model.js';
import { readQuoted } from '../text/quotes.js';
import { hasPlaceholder, openingAt } from '../text/template.js';

export type Literal =
  | { readonly kind: 'string'; readonly value: string }
  /** The source text, which keeps integers of any size exact. */
  | { readonly kind: 'number'; readonly raw: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }
  /** A quoted string with placeholders, which stays a string whatever they give. */
  | { readonly kind: 'quoted-template'; readonly text: string }
  | { readonly kind: 'template'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Literal[] }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, Literal])[] };

export type ParsedLiteral =
  | { readonly ok: true; readonly literal: Literal }
  | { readonly ok: false; readonly reason: string };

/** Parses a whole value, given trimmed and without its comment. */
export function readLiteral(text: string): ParsedLiteral {
  const first = text[0];
  if (first === '"' || first === "'" || first === '[' || (first === '{' && text[1] !== '{')) {
    const reader = new LiteralReader(text);
    const literal = reader.value(0, false);
    if (literal && reader.at === text.length) return { ok: true, literal };
    return {
      ok: false,
      reason: reader.reason ?? `unexpected \`${text.slice(reader.at, reader.at + 20)}\` after the value`,
    };
  }
  return { ok: true, literal: bareLiteral(text) };
}

function bareLiteral(text: string): Literal {
  if (isJsonNumber(text)) return { kind: 'number', raw: text };
  if (text.length <= 5) {
    const word = text.toLowerCase();
    if (word === 'true') return { kind: 'boolean', value: true };
    if (word === 'false') return { kind: 'boolean', value: false };
    if (word === 'null') return { kind: 'null' };
  }
  return isTemplateText(text) ? { kind: 'template', text } : { kind: 'string', value: text };
}

/** Whether the text contains a placeholder or an escaped one, which is decoded together with placeholders. */
function isTemplateText(text: string): boolean {
  return text.includes('\\{{') || hasPlaceholder(text);
}

/** The JSON view of a literal, with templates as text. */
export function literalView(literal: Literal): Json {
  switch (literal.kind) {
    case 'string':
    case 'boolean':
      return literal.value;
    case 'number':
      return numberView(literal.raw);
    case 'null':
      return null;
    case 'template':
    case 'quoted-template':
      return literal.text;
    case 'list':
      return literal.items.map(literalView);
    case 'object':
      return objectFrom(literal.entries.map(([key, value]) => [key, literalView(value)] as const));
  }
}

/** A number that is too large for JSON stays text. */
function numberView(raw: string): Json {
  const value = Number(raw);
  return Number.isFinite(value) ? value : raw;
}

const MAX_DEPTH = 200;
const JSON_WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null']);

class LiteralReader {
  readonly #text: string;
  at = 0;
  reason: string | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Parses one value; `strict` inside objects, where bare words are not allowed. */
  value(depth: number, strict: boolean): Literal | undefined {
    if (depth > MAX_DEPTH) return this.#fail('the value is nested too deeply');
    const character = this.#text[this.at];
    if (character === '"' || (character === "'" && !strict)) return this.#quoted(strict);
    if (character === '[') return this.#list(depth, strict);
    if (character === '{' && this.#text[this.at + 1] !== '{') return this.#object(depth);
    return this.#bare(strict);
  }

  #fail(reason: string): undefined {
    this.reason ??= reason;
    return undefined;
  }

  #blanks(): void {
    this.at = skipBlanks(this.#text, this.at, this.#text.length);
  }

  /** Skips the opening bracket; for an empty list or object the closing bracket too. */
  #isEmpty(close: string): boolean {
    this.at++;
    this.#blanks();
    if (this.#text[this.at] !== close) return false;
    this.at++;
    return true;
  }

  #quoted(strict: boolean): Literal | undefined {
    const text = this.#string(strict);
    if (text === undefined) return undefined;
    return isTemplateText(text) ? { kind: 'quoted-template', text } : { kind: 'string', value: text };
  }

  #string(strict: boolean): string | undefined {
    const quoted = readQuoted(this.#text, this.at, strict);
    if ('problem' in quoted) return this.#fail(quoted.problem);
    this.at = quoted.end;
    return quoted.text;
  }

  #list(depth: number, strict: boolean): Literal | undefined {
    const items: Literal[] = [];
    if (this.#isEmpty(']')) return { kind: 'list', items };
    for (;;) {
      this.#blanks();
      const item = this.value(depth + 1, strict);
      if (!item) return undefined;
      items.push(item);
      this.#blanks();
      const next = this.#text[this.at++];
      if (next === ']') return { kind: 'list', items };
      if (next === undefined) return this.#fail('the list is not closed by `]`');
      if (next !== ',') return this.#fail(`expected \`,\` or \`]\` in the list, found \`${next}\``);
    }
  }

  #object(depth: number): Literal | undefined {
    const entries: (readonly [string, Literal])[] = [];
    if (this.#isEmpty('}')) return { kind: 'object', entries };
    for (;;) {
      this.#blanks();
      const key = this.#text[this.at] === '"' ? this.#string(true) : undefined;
      if (key === undefined)
        return this.#fail('the object is not valid JSON: expected a key in double quotes');
      this.#blanks();
      if (this.#text[this.at++] !== ':')
        return this.#fail('the object is not valid JSON: expected `:` after a key');
      this.#blanks();
      const value = this.value(depth + 1, true);
      if (!value) return undefined;
      entries.push([key, value]);
      this.#blanks();
      const next = this.#text[this.at++];
      if (next === '}') return { kind: 'object', entries };
      if (next !== ',') return this.#fail('the object is not valid JSON: expected `,` or `}` after a value');
    }
  }

  /** Parses a number, word or template up to the next comma or closing bracket. */
  #bare(strict: boolean): Literal | undefined {
    const source = this.#text;
    const start = this.at;
    while (this.at < source.length && !',]'.includes(source[this.at] ?? '')) {
      if (source.startsWith('{{', this.at)) {
        this.at = openingAt(source, this.at, source.length).end;
        continue;
      }
      if (strict && source[this.at] === '}') break;
      this.at++;
    }
    const text = trimBlanks(source.slice(start, this.at));
    if (text === '') return this.#fail('a value is missing');
    const literal = bareLiteral(text);
    const isJson = literal.kind === 'template' || literal.kind === 'number' || JSON_WORDS.has(text);
    return strict && !isJson ? this.#fail(`\`${text.slice(0, 40)}\` is no JSON value`) : literal;
  }
}
