/**
 * XML and HTML with one element per line. It is tolerant: what it does not understand stays as it is, and nothing is
 * lost or added but blanks where they have no meaning. So an element of XML with text beside elements stays as it
 * was, and in HTML text and inline elements stay together.
 */
import { CLOSE_TAG, LONE_TAG, MarkupTokens, OPEN_TAG, TEXT } from './markup-tokens.js';

/** Elements of HTML that are part of a line of text. */
const INLINE =
  /^(?:a|abbr|b|bdi|bdo|br|button|cite|code|data|dfn|em|font|i|img|input|kbd|label|mark|q|s|samp|select|small|span|strong|sub|sup|svg|time|tt|u|var|wbr)$/;
/** Elements of HTML in which blanks have a meaning. */
const VERBATIM = /^(?:script|style|pre|textarea)$/;
const MAX_INDENT = 40;

export function prettyMarkup(text: string, isHtml: boolean): string {
  return new MarkupPrinter(new MarkupTokens(text, isHtml), isHtml).print();
}

const HAS_TEXT = 1;
const HAS_ELEMENTS = 2;
/** Of HTML: there are elements that are no part of a line of text. */
const HAS_BLOCKS = 4;

class MarkupPrinter {
  readonly #tokens: MarkupTokens;
  readonly #isHtml: boolean;
  /** The other tag of an element; -1 for a tag that has none. */
  readonly #partners: Int32Array;
  /** What the element of an opening tag contains directly. */
  readonly #contents: Uint8Array;
  readonly #lines: string[] = [];
  #depth = 0;

  constructor(tokens: MarkupTokens, isHtml: boolean) {
    this.#tokens = tokens;
    this.#isHtml = isHtml;
    this.#partners = new Int32Array(tokens.count).fill(-1);
    this.#contents = new Uint8Array(tokens.count);
    this.#pair();
  }

  print(): string {
    const { count, kinds } = this.#tokens;
    for (let at = 0; at < count; at++) {
      const partner = this.#partners[at] ?? -1;
      if (kinds.at(at) === CLOSE_TAG && partner >= 0) {
        this.#depth--;
        this.#write(this.#tokens.sourceOf(at));
      } else if (this.#isBroken(at)) {
        this.#write(this.#tokens.sourceOf(at));
        this.#depth++;
      } else {
        const end = this.#lineEnd(at);
        this.#writeTokens(at, end);
        at = end - 1;
      }
    }
    return this.#lines.join('\n');
  }

  #write(line: string): void {
    const shown = line.trim();
    if (shown !== '') this.#lines.push(`${'  '.repeat(Math.min(this.#depth, MAX_INDENT))}${shown}`);
  }

  #writeTokens(from: number, to: number): void {
    const { text, starts, ends, kinds } = this.#tokens;
    const source = text.slice(starts.at(from), ends.at(to - 1));
    const keeps = !this.#isHtml || (kinds.at(from) === OPEN_TAG && VERBATIM.test(this.#tokens.nameOf(from)));
    this.#write(keeps ? source : source.replaceAll(/\s*[\r\n]\s*/g, ' '));
  }

  /** Whether the content of an element is written on lines of its own. */
  #isBroken(token: number): boolean {
    if ((this.#partners[token] ?? -1) <= token) return false;
    const contents = this.#contents[token] ?? 0;
    if (this.#isHtml) return (contents & HAS_BLOCKS) !== 0 && !VERBATIM.test(this.#tokens.nameOf(token));
    return (contents & HAS_ELEMENTS) !== 0 && (contents & HAS_TEXT) === 0;
  }

  /** The end of what is written on the line that starts here. */
  #lineEnd(start: number): number {
    let at = this.#elementEnd(start);
    if (!this.#isHtml || !this.#isInline(start)) return at;
    while (
      at < this.#tokens.count &&
      this.#isInline(at) &&
      !this.#isBroken(at) &&
      !this.#closesEarlier(at, start)
    )
      at = this.#elementEnd(at);
    return at;
  }

  #elementEnd(token: number): number {
    const partner = this.#partners[token] ?? -1;
    return partner > token ? partner + 1 : token + 1;
  }

  #closesEarlier(token: number, start: number): boolean {
    const partner = this.#partners[token] ?? -1;
    return this.#tokens.kinds.at(token) === CLOSE_TAG && partner >= 0 && partner < start;
  }

  #isInline(token: number): boolean {
    const kind = this.#tokens.kinds.at(token);
    if (kind === TEXT) return true;
    return kind <= LONE_TAG && INLINE.test(this.#tokens.nameOf(token));
  }

  /** Finds the end of each element. A tag that is never closed stands alone, and its content belongs to the parent. */
  #pair(): void {
    const { count, kinds } = this.#tokens;
    const open: { readonly token: number; readonly name: string }[] = [];
    const openByName = new Map<string, number>();
    for (let at = 0; at < count; at++) {
      const kind = kinds.at(at);
      if (kind === CLOSE_TAG) {
        const name = this.#tokens.nameOf(at);
        if ((openByName.get(name) ?? 0) === 0) continue;
        for (let top = open.pop(); top !== undefined; top = open.pop()) {
          openByName.set(top.name, (openByName.get(top.name) ?? 1) - 1);
          const isPartner = top.name === name;
          if (isPartner) this.#join(top.token, at);
          const parent = open.at(-1)?.token;
          this.#noteElement(parent, top.token, isPartner);
          if (isPartner) break;
        }
      } else if (kind === OPEN_TAG) {
        const name = this.#tokens.nameOf(at);
        open.push({ token: at, name });
        openByName.set(name, (openByName.get(name) ?? 0) + 1);
      } else this.#noteContent(open.at(-1)?.token, at, kind);
    }
  }

  #join(open: number, close: number): void {
    this.#partners[open] = close;
    this.#partners[close] = open;
  }

  #noteContent(parent: number | undefined, token: number, kind: number): void {
    if (parent === undefined) return;
    const isBlank = kind === TEXT && this.#tokens.sourceOf(token).trim() === '';
    if (kind === TEXT) this.#add(parent, isBlank ? 0 : HAS_TEXT);
    else this.#add(parent, HAS_ELEMENTS | (kind === LONE_TAG && this.#isInline(token) ? 0 : HAS_BLOCKS));
  }

  /** What an element without an end contains is part of its parent. */
  #noteElement(parent: number | undefined, token: number, isClosed: boolean): void {
    if (parent === undefined) return;
    const contents = this.#contents[token] ?? 0;
    const isBlock = !this.#isInline(token) || (contents & HAS_BLOCKS) !== 0;
    this.#add(parent, HAS_ELEMENTS | (isBlock ? HAS_BLOCKS : 0) | (isClosed ? 0 : contents));
  }

  #add(token: number, contents: number): void {
    this.#contents[token] = (this.#contents[token] ?? 0) | contents;
  }
}
