/** Cuts XML and HTML into tags, texts and the rest, in one pass; text that is no markup stays text. */
import { GrowingList } from './growing-list.js';

export const TEXT = 0;
export const OPEN_TAG = 1;
export const CLOSE_TAG = 2;
/** A tag that stands alone: `<a/>`, or an element of HTML without content. */
export const LONE_TAG = 3;
/** A comment, a processing instruction or a document type. */
export const OTHER = 4;

/** Elements of HTML that have neither content nor an end tag. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;
/** Elements of HTML whose content is no markup. */
const RAW = /^(?:script|style|textarea|title)$/;
const NAME = /[^\s/<>]+/y;

export class MarkupTokens {
  readonly kinds = new GrowingList();
  readonly starts = new GrowingList();
  readonly ends = new GrowingList();
  readonly text: string;
  readonly #isHtml: boolean;
  /** Marks that do not occur any more, so that nobody searches for them again. */
  readonly #missing = new Set<string>();

  constructor(text: string, isHtml: boolean) {
    this.text = text;
    this.#isHtml = isHtml;
    this.#cut();
  }

  get count(): number {
    return this.kinds.length;
  }

  sourceOf(token: number): string {
    return this.text.slice(this.starts.at(token), this.ends.at(token));
  }

  /** The name of a tag; in lower case for HTML. */
  nameOf(token: number): string {
    const start = this.starts.at(token);
    NAME.lastIndex = start + (this.text.charCodeAt(start + 1) === 47 ? 2 : 1);
    const name = NAME.exec(this.text)?.[0] ?? '';
    return this.#isHtml ? name.toLowerCase() : name;
  }

  #cut(): void {
    const { text } = this;
    let textStart = 0;
    let at = text.indexOf('<');
    while (at >= 0) {
      const end = this.#markupEnd(at);
      if (end < 0) {
        at = text.indexOf('<', at + 1);
        continue;
      }
      this.#push(TEXT, textStart, at);
      this.#push(this.#kindOf(at, end), at, end);
      textStart = this.#isHtml ? this.#skipRaw(end) : end;
      at = text.indexOf('<', textStart);
    }
    this.#push(TEXT, textStart, text.length);
  }

  #push(kind: number, start: number, end: number): void {
    if (start >= end) return;
    this.kinds.push(kind);
    this.starts.push(start);
    this.ends.push(end);
  }

  #kindOf(start: number, end: number): number {
    const { text } = this;
    const mark = text[start + 1];
    if (mark === '/') return CLOSE_TAG;
    if (mark === '?') return OTHER;
    if (mark === '!') return text.startsWith('<![CDATA[', start) ? TEXT : OTHER;
    if (text.charCodeAt(end - 2) === 47) return LONE_TAG;
    if (!this.#isHtml) return OPEN_TAG;
    NAME.lastIndex = start + 1;
    return VOID.test((NAME.exec(text)?.[0] ?? '').toLowerCase()) ? LONE_TAG : OPEN_TAG;
  }

  /** Adds the content of an element such as `script` as one text. */
  #skipRaw(start: number): number {
    const last = this.count - 1;
    if (this.kinds.at(last) !== OPEN_TAG) return start;
    const name = this.nameOf(last);
    if (!RAW.test(name)) return start;
    const closer = new RegExp(`</${name}[\\s/>]`, 'gi');
    closer.lastIndex = start;
    const end = this.#missing.has(name) ? undefined : closer.exec(this.text)?.index;
    if (end === undefined) this.#missing.add(name);
    if (end === undefined) return start;
    this.#push(TEXT, start, end);
    return end;
  }

  /** The offset after the markup that starts here; -1 if it is none. */
  #markupEnd(start: number): number {
    const { text } = this;
    if (text.startsWith('<!--', start)) return this.#after('-->', start + 4);
    if (text.startsWith('<![CDATA[', start)) return this.#after(']]>', start + 9);
    if (text.startsWith('<?', start)) return this.#after(this.#isHtml ? '>' : '?>', start + 2);
    if (text.startsWith('<!', start)) return this.#documentTypeEnd(start);
    const code = text.charCodeAt(text.charCodeAt(start + 1) === 47 ? start + 2 : start + 1);
    // Letters, `_`, `:` and anything that is no ASCII start a name.
    const isName = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 58;
    return isName || code > 127 ? this.#tagEnd(start + 2) : -1;
  }

  #after(mark: string, from: number): number {
    if (this.#missing.has(mark)) return -1;
    const found = this.text.indexOf(mark, from);
    if (found < 0) this.#missing.add(mark);
    return found < 0 ? -1 : found + mark.length;
  }

  #documentTypeEnd(start: number): number {
    const end = this.#after('>', start);
    const subset = this.text.indexOf('[', start);
    return subset < 0 || subset > end ? end : this.#after(']>', subset);
  }

  /** A `>` in a quoted value does not end a tag. */
  #tagEnd(from: number): number {
    const { text } = this;
    if (this.#missing.has('>')) return -1;
    for (let at = from; at < text.length; at++) {
      const character = text[at] ?? '';
      if (character === '>') return at + 1;
      if (character !== '"' && character !== "'") continue;
      const end = this.#after(character, at + 1);
      if (end > 0) at = end - 1;
    }
    this.#missing.add('>');
    return -1;
  }
}
