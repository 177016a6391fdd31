/** One body in the worker: its bytes, its text, and the form in which it is shown. */
import { countCodePoints } from '../../../src/evaluation/values/body-path.js';
import { decodeText } from './decode-body.js';
import { bytesQuery, HexForm } from './hex-form.js';
import { JsonFilter } from './json-filter.js';
import { MemberLookup, partsTo, pathTo } from './json-paths.js';
import { LIST, NUMBER, OBJECT, readTape, STRING, type JsonTape } from './json-tape.js';
import { LineForm } from './line-form.js';
import type { MarkupFilter } from './markup-filter.js';
import type { BodyFacts, RowForm, Shown, ValueFacts } from './messages.js';
import { prettyMarkup } from './pretty-markup.js';
import { compileFinder, type FindQuery } from './query.js';
import type { BodyForm, BodyRow, FindResult } from './rows.js';
import { TreeForm } from './tree-form.js';
import { leafText, prettyJson } from './tree-text.js';
import { utf8Length } from './utf8-length.js';

/** Longer values are not sent to the page for an assertion. */
const MAX_VALUE_LENGTH = 2000;

export class BodyDocument {
  readonly #contentType: string;
  readonly #given: { readonly text: string } | { readonly bytes: Uint8Array<ArrayBuffer> };
  /** Undefined for a body that is not text. */
  readonly #text: string | undefined;
  readonly #tape: JsonTape | undefined;
  readonly #language: BodyFacts['language'];
  #shown: RowForm = 'raw';
  #form: BodyForm = new LineForm('');
  #jsonFilter: JsonFilter | undefined;
  #markupFilter: MarkupFilter | undefined;
  #filteredText: string | undefined;

  constructor(
    given: { readonly text: string } | { readonly bytes: Uint8Array<ArrayBuffer> },
    contentType: string,
  ) {
    this.#given = given;
    this.#contentType = contentType;
    this.#text = 'text' in given ? given.text : decodeText(given.bytes, contentType);
    this.#tape =
      this.#text !== undefined && mayBeJson(this.#text, contentType) ? readTape(this.#text) : undefined;
    this.#language = this.#tape !== undefined ? 'json' : markupOf(this.#text ?? '', contentType);
  }

  facts(): BodyFacts {
    const size = 'bytes' in this.#given ? this.#given.bytes.length : utf8Length(this.#given.text);
    return { size, isText: this.#text !== undefined, language: this.#language };
  }

  async show(form: RowForm, filter: string, bytesPerRow: number): Promise<Shown> {
    this.#shown = form;
    this.#filteredText = undefined;
    const expression = filter.trim();
    if (expression === '' || form === 'hex') {
      this.#form = this.#plainForm(form, bytesPerRow);
      return { rowCount: this.#form.rowCount };
    }
    const filtered =
      this.#tape === undefined ? await this.#filterMarkup(expression) : await this.#filterJson(expression);
    return { rowCount: this.#form.rowCount, filtered };
  }

  rows(from: number, to: number): readonly BodyRow[] {
    return this.#form.rows(from, to);
  }

  act(row: number): { rowCount: number } {
    if (this.#form instanceof TreeForm) this.#form.act(row);
    return { rowCount: this.#form.rowCount };
  }

  /** Throws a SyntaxError for an invalid pattern. */
  find(query: FindQuery, fromRow: number): FindResult {
    const isHex = this.#form instanceof HexForm;
    const wanted = isHex && !query.isPattern ? { ...query, text: bytesQuery(query.text) } : query;
    return this.#form.find(wanted.text === '' ? undefined : compileFinder(wanted), fromRow);
  }

  visit(match: number): { row: number; rowCount: number } {
    const row = this.#form.visit(match);
    return { row, rowCount: this.#form.rowCount };
  }

  valueAt(row: number): ValueFacts | undefined {
    const tape = this.#tape;
    const value = this.#form instanceof TreeForm ? this.#form.valueAt(row) : undefined;
    if (tape === undefined || value === undefined) return undefined;
    const source = tape.sourceOf(value);
    const kind = tape.kinds[value];
    const text = kind === STRING ? (JSON.parse(source) as string) : source;
    const path = partsTo(tape, value);
    return {
      path: pathTo(tape, value),
      text,
      part: {
        kind: 'body',
        path,
        type: typeOf(kind, source),
        length: kind === STRING ? countCodePoints(text) : tape.countOf(value),
        ...(source.length <= MAX_VALUE_LENGTH && { json: source }),
      },
      isHidden: new MemberLookup(tape).find(path) !== value,
    };
  }

  /** What is shown, as text. */
  shownText(maxLength: number): string {
    const text = this.#filteredText ?? (this.#shown === 'pretty' ? this.#pretty() : this.#text);
    return (text ?? '').slice(0, maxLength);
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return 'bytes' in this.#given ? this.#given.bytes : new TextEncoder().encode(this.#given.text);
  }

  #plainForm(form: RowForm, bytesPerRow: number): BodyForm {
    if (form === 'hex') return new HexForm(this.bytes(), bytesPerRow);
    if (form === 'tree' && this.#tape !== undefined) return new TreeForm(this.#tape);
    return new LineForm(form === 'pretty' ? this.#pretty() : (this.#text ?? ''));
  }

  #pretty(): string {
    const text = this.#text ?? '';
    if (this.#tape !== undefined) return prettyJson(this.#tape) ?? text;
    return this.#language === 'none' ? text : prettyMarkup(text, this.#language === 'html');
  }

  async #filterJson(expression: string): Promise<NonNullable<Shown['filtered']>> {
    const tape = this.#tape as JsonTape;
    this.#jsonFilter ??= new JsonFilter(tape);
    const found = await this.#jsonFilter.find(expression);
    if (!found.ok) return { problem: found.problem };
    if (this.#shown === 'tree') this.#form = new TreeForm(tape, found.values);
    else this.#showText(found.values.map((value) => leafOrSource(tape, value)).join('\n'));
    return { count: found.values.length };
  }

  async #filterMarkup(expression: string): Promise<NonNullable<Shown['filtered']>> {
    if (this.#markupFilter === undefined) {
      const loaded = await import('./markup-filter.js');
      this.#markupFilter = new loaded.MarkupFilter(this.#text ?? '', this.#contentType);
    }
    const found = await this.#markupFilter.find(expression);
    if (!found.ok) return { problem: found.problem };
    this.#showText(found.text);
    return { count: found.count };
  }

  #showText(text: string): void {
    this.#filteredText = text;
    this.#form = new LineForm(text);
  }
}

function leafOrSource(tape: JsonTape, value: number): string {
  return tape.isContainer(value) ? tape.sourceOf(value) : leafText(tape, value);
}

function typeOf(
  kind: number | undefined,
  source: string,
): 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' {
  if (kind === OBJECT) return 'object';
  if (kind === LIST) return 'array';
  if (kind === STRING) return 'string';
  return kind === NUMBER ? 'number' : source === 'null' ? 'null' : 'boolean';
}

function mayBeJson(text: string, contentType: string): boolean {
  return /[/+]json\b|^json/i.test(contentType) || /^\s*[[{]/.test(text.slice(0, 1000));
}

function markupOf(text: string, contentType: string): BodyFacts['language'] {
  const [type = ''] = contentType.toLowerCase().split(';', 1);
  const start = text.slice(0, 1000).trimStart();
  if (!start.startsWith('<')) return 'none';
  if (/text\/html/.test(type) || /^<!doctype html|^<html\b(?!\s+xmlns)/i.test(start)) return 'html';
  return /[/+]xml/.test(type) || start.startsWith('<?xml') || type === '' ? 'xml' : 'none';
}
