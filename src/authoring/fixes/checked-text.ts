/** A text with its findings, and what makers of fixes look up in it. */
import { getOrAdd } from '../../primitives/get-or-add.js';
import type { Diagnostic } from '../../request-file/model/diagnostic.js';
import type { Capture, FileVariable, Request, RequestFile } from '../../request-file/model/model.js';
import { parseRequestFile } from '../../request-file/parse-file.js';
import type { ReadScript } from '../../request-file/script-access.js';
import { AT, skipBlanks } from '../../request-file/text/characters.js';
import { directiveAt, directiveFrom } from '../../request-file/text/directives.js';
import { validateFiles } from '../../request-file/validate.js';
import { meaningOf } from './meaning.js';
import type { TextLines } from './text-edit.js';

type ByName<T> = ReadonlyMap<string, readonly T[]>;

interface FoundDirective {
  /** In lower case. */
  readonly name: string;
  readonly line: number;
}

const HEAD_LINE = /^[ \t]*(?:$|@|\/\/|#(?!##))/;

/** Look-ups are made once, because a file may have as many findings as lines. */
export class CheckedText {
  readonly lines: TextLines;
  readonly file: RequestFile;
  readonly findings: readonly Diagnostic[];
  readonly #headStarts = new Map<number, number>();
  readonly #directives = new Map<number, ByName<FoundDirective>>();
  readonly #captures = new Map<number, ByName<Capture>>();
  #variables: ByName<FileVariable> | undefined;
  #meaning: string | undefined;

  constructor(lines: TextLines, file: RequestFile) {
    this.lines = lines;
    this.file = file;
    this.findings = [...file.diagnostics, ...(validateFiles([file]).get(file) ?? [])];
  }

  /** Equal for texts that do the same when they run. */
  get meaning(): string {
    this.#meaning ??= meaningOf(this.file);
    return this.#meaning;
  }

  /** The index of the request that a line belongs to; -1 before the first. */
  requestIndex(line: number): number {
    const { requests } = this.file;
    let low = -1;
    let high = requests.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((requests[middle]?.line ?? 0) <= line) low = middle;
      else high = middle;
    }
    return low;
  }

  requestAt(line: number): Request | undefined {
    return this.file.requests[this.requestIndex(line)];
  }

  /** The lines that look like this directive in the request of a line, in their order. */
  directivesNamed(line: number, name: string): readonly FoundDirective[] {
    const index = this.#indexWithHead(line);
    const found = getOrAdd(this.#directives, index, () => {
      const next = this.#headStart(index + 1);
      return byName(directivesBetween(this.lines, this.#headStart(index), next));
    });
    return found.get(name) ?? [];
  }

  /** The line of a request without a separator is below its head. */
  #indexWithHead(line: number): number {
    const index = this.requestIndex(line);
    return line >= this.#headStart(index + 1) ? index + 1 : index;
  }

  /** The head of a request without a separator is the lines above it that may be directives. */
  #headStart(index: number): number {
    const request = this.file.requests[index];
    if (request === undefined) return this.lines.count + 1;
    return getOrAdd(this.#headStarts, index, () => {
      let { line } = request;
      if (this.lines.line(line).startsWith('###')) return line;
      while (line > 1 && HEAD_LINE.test(this.lines.line(line - 1))) line--;
      return line;
    });
  }

  /** The captures of a name in the request of a line, in their order. */
  capturesNamed(line: number, name: string): readonly Capture[] {
    const index = this.requestIndex(line);
    const found = getOrAdd(this.#captures, index, () => byName(this.file.requests[index]?.captures ?? []));
    return found.get(name) ?? [];
  }

  /** The definitions of a variable of the file, in their order. */
  variablesNamed(name: string): readonly FileVariable[] {
    this.#variables ??= byName(this.file.variables);
    return this.#variables.get(name) ?? [];
  }
}

/** The findings are those of `svc validate` for this file alone. */
export async function checkText(lines: TextLines, readScript?: ReadScript): Promise<CheckedText> {
  return new CheckedText(lines, await parseRequestFile(lines.text, 'edited.http', readScript));
}

function byName<T extends { readonly name: string }>(items: Iterable<T>): ByName<T> {
  const found = new Map<string, T[]>();
  for (const item of items) getOrAdd(found, item.name, () => []).push(item);
  return found;
}

/** The end is exclusive. */
function* directivesBetween(lines: TextLines, from: number, to: number): Generator<FoundDirective> {
  for (let line = from; line < to; line++) {
    const text = lines.line(line);
    const first = skipBlanks(text, 0, text.length);
    const site =
      text.charCodeAt(first) === AT
        ? directiveFrom(text, first, text.length)
        : directiveAt(text, first, text.length);
    if (site) yield { line, name: text.slice(site.at + 1, site.nameStop).toLowerCase() };
  }
}
