/** What each line of a request file is, decided by the parts of the parser, for comparison with a grammar. */
import { foreignAt, endsRegion } from '../../../src/request-file/parse/foreign-dialects.js';
import { isBareDirective } from '../../../src/request-file/parse/parse-variable.js';
import { isRequestLine } from '../../../src/request-file/parse/parse-request.js';
import { parseText } from '../../../src/request-file/parse-file.js';
import type { Request, RequestFile } from '../../../src/request-file/model/model.js';
import { isCommentStart, skipBlanks } from '../../../src/request-file/text/characters.js';
import { directiveAt } from '../../../src/request-file/text/directives.js';
import { looksLikeVariable } from '../../../src/request-file/text/variable-definition.js';
import type { GrammarLineKind } from '../../../scripts/grammar/rule.js';

/** A line that means nothing is `none`. */
export type LineKind = GrammarLineKind | 'none' | 'blank';

/** The lines of a text as the parser and editors count them. */
export function linesOf(text: string): string[] {
  return text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
}

/** One kind for each line. */
export function lineKinds(text: string): readonly LineKind[] {
  const lines = linesOf(text);
  const walk = new Walk(lines, parseText(text, 'judged.http'));
  walk.file();
  return walk.kinds;
}

/**
 * Goes through the lines by the parser's own tests. What the parsed file says about places is taken from there: request
 * lines, queries, headers and bodies.
 */
class Walk {
  readonly kinds: LineKind[];
  readonly #lines: readonly string[];
  readonly #requests = new Map<number, Request>();
  readonly #places = new Map<number, LineKind>();
  #at = 0;

  constructor(lines: readonly string[], file: RequestFile) {
    this.#lines = lines;
    this.kinds = lines.map((line) => (/^[ \t]*$/.test(line) ? 'blank' : 'none'));
    for (const request of file.requests) {
      this.#requests.set(request.requestLine - 1, request);
      for (const { line } of request.queryParams) this.#places.set(line - 1, 'query');
      for (const { line } of request.headers) this.#places.set(line - 1, 'header');
    }
  }

  file(): void {
    while (this.#at < this.#lines.length) this.#head();
  }

  get #line(): string {
    return this.#lines[this.#at] ?? '';
  }

  get #done(): boolean {
    return this.#at >= this.#lines.length;
  }

  #take(kind: LineKind): void {
    if (this.kinds[this.#at] !== 'blank') this.kinds[this.#at] = kind;
    this.#at++;
  }

  /** One line of a head, or a whole request. */
  #head(): void {
    const line = this.#line;
    const first = skipBlanks(line, 0, line.length);
    if (line.startsWith('###')) this.#take('separator');
    else if (this.#foreign(true)) return;
    else if (first === line.length) this.#take('blank');
    else if (this.#marked(first, true)) return;
    else if (isRequestLine(line, first, line.length)) this.#request();
    else if (line.startsWith('<<<')) this.#take('none');
    else while (!this.#done && !this.#line.startsWith('###')) this.#take('none');
  }

  /** A comment, a directive or a variable. */
  #marked(first: number, variablesAllowed: boolean): boolean {
    const line = this.#line;
    if (isCommentStart(line, first))
      this.#take(directiveAt(line, first, line.length) ? 'directive' : 'comment');
    else if (line[first] !== '@') return false;
    else if (isBareDirective(line, first, line.length)) this.#take('directive');
    else this.#take(variablesAllowed && looksLikeVariable(line, first, line.length) ? 'variable' : 'none');
    return true;
  }

  #foreign(inHead: boolean): boolean {
    const found = foreignAt(this.#line, 0, this.#line.length, inHead);
    if (!found) return false;
    this.#take('foreign');
    while (found.until && !this.#done && !this.#line.startsWith('###')) {
      const closes = found.until === 'script' ? this.#line.includes('%}') : this.#line.startsWith('}}');
      this.#take('foreign');
      if (closes) break;
    }
    return true;
  }

  #request(): void {
    const request = this.#requests.get(this.#at);
    if (!request) throw new Error(`the parser has no request on line ${this.#at + 1}`);
    this.#take('request line');
    if (this.#headers()) this.#body(request);
    this.#tail();
  }

  /** Whether a blank line ended the headers. */
  #headers(): boolean {
    let continues = true;
    for (;;) {
      const line = this.#line;
      if (this.#done || endsRegion(line, 0, line.length)) return false;
      const first = skipBlanks(line, 0, line.length);
      if (first === line.length) {
        this.#take('blank');
        return true;
      }
      const place = this.#places.get(this.#at);
      if (place) {
        continues &&= place === 'query';
        this.#take(place);
      } else if (continues && /^[ \t]+(?:\/(?!\/)|[?&][^ \t])/.test(line)) this.#take('request line');
      else if (!this.#marked(first, false)) {
        // A query that names nothing is no header, so that the URL may still go on.
        continues &&= /^(?:\?.|[ \t]+\?[ \t]|(?:[ \t]*&[ \t]|&)[^:=]*=)/.test(line);
        this.#take('none');
      }
    }
  }

  #body({ body, headers }: Request): void {
    if (!headers.some(({ key }) => key.toLowerCase() === 'content-type')) this.#variablesBelow();
    while (!this.#done && !endsRegion(this.#line, 0, this.#line.length))
      this.#take(body ? 'body' : 'comment');
  }

  #variablesBelow(): void {
    for (;;) {
      let next = this.#at;
      while (next < this.#lines.length && this.kinds[next] === 'blank') next++;
      const line = this.#lines[next] ?? '';
      if (!looksLikeVariable(line, skipBlanks(line, 0, line.length), line.length)) return;
      this.#at = next;
      this.#take('variable');
    }
  }

  #tail(): void {
    while (!this.#done) {
      const line = this.#line;
      const first = skipBlanks(line, 0, line.length);
      if (line.startsWith('###')) return;
      if (line.startsWith('>>>')) this.#block();
      else if (this.#foreign(false)) continue;
      else if (first === line.length) this.#take('blank');
      else if (this.#startsRequest(first)) return;
      else if (this.#marked(first, true)) continue;
      else this.#take('none');
    }
  }

  #startsRequest(first: number): boolean {
    const line = this.#line;
    if (isCommentStart(line, first)) return directiveAt(line, first, line.length) !== undefined;
    if (line[first] === '@') return isBareDirective(line, first, line.length);
    return isRequestLine(line, first, line.length);
  }

  #block(): void {
    const isRaw = /^>>>[ \t]*(?:graphql|variables|mock)[ \t]*$/i.test(this.#line);
    const isUnread = !/^>>>[ \t]*(?:capture|multipart|db|shell)?[ \t]*$/i.test(this.#line);
    this.#take('block opener');
    while (!this.#done && !/^(?:###|>>>|<<<)/.test(this.#line)) {
      const comment = !isRaw && !isUnread && /^[ \t]*(?:#|\/\/)/.test(this.#line);
      this.#take(comment ? 'comment' : 'block line');
    }
    if (this.#line.startsWith('<<<')) this.#take('closer');
  }
}
