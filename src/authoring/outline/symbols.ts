/** The outline of a file: its variables, its requests, and what each of them captures. */
import type { Occurrence } from '../occurrences.js';
import { linesIn, occurrencesIn, type AnalysedText } from '../analysed-text.js';
import { requestLines, type RequestLines } from './request-lines.js';

export type SymbolKind = 'request' | 'capture' | 'variable';

/** From `line` and `column` to `endLine` and `endColumn`, which is exclusive. */
export interface TextRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface FileSymbol {
  readonly kind: SymbolKind;
  /** Of a request without a name its method and URL. */
  readonly name: string;
  /** The method and URL of a request; otherwise empty. */
  readonly detail: string;
  readonly range: TextRange;
  /** The name inside of the range. */
  readonly selection: TextRange;
  readonly children: readonly FileSymbol[];
}

/** In the order of the text. */
export function symbolsOf(analysed: AnalysedText): FileSymbol[] {
  const lines = linesIn(analysed);
  const names = new Map<number, Occurrence>();
  const captures = new Map<number, Occurrence[]>();
  const symbols: FileSymbol[] = [];
  for (const found of occurrencesIn(analysed)) {
    if (found.role !== 'definition') continue;
    if (found.kind === 'request') names.set(found.request, found);
    else if (found.kind === 'variable') symbols.push(lineSymbol('variable', found, lines));
    else if (found.kind === 'capture') {
      const others = captures.get(found.request);
      if (others === undefined) captures.set(found.request, [found]);
      else others.push(found);
    }
  }
  for (const [index, each] of requestLines(analysed).entries()) {
    const children = (captures.get(index) ?? []).map((found) => lineSymbol('capture', found, lines));
    symbols.push(requestSymbol(each, names.get(index), children, lines));
  }
  return symbols.toSorted((a, b) => a.range.line - b.range.line);
}

function requestSymbol(
  { request, first, last }: RequestLines,
  named: Occurrence | undefined,
  children: readonly FileSymbol[],
  lines: readonly string[],
): FileSymbol {
  const detail = `${request.method} ${request.url}`.trim();
  const range = {
    line: Math.min(first, named?.line ?? first),
    column: 1,
    endLine: last,
    endColumn: lengthOf(lines, last) + 1,
  };
  const selection = named === undefined ? wholeLine(lines, request.requestLine) : spanOf(named);
  return { kind: 'request', name: request.name || detail, detail, range, selection, children };
}

function lineSymbol(kind: SymbolKind, found: Occurrence, lines: readonly string[]): FileSymbol {
  const range = wholeLine(lines, found.line);
  return { kind, name: found.name, detail: '', range, selection: spanOf(found), children: [] };
}

function spanOf({ line, column, endColumn }: Occurrence): TextRange {
  return { line, column, endLine: line, endColumn };
}

function wholeLine(lines: readonly string[], line: number): TextRange {
  return { line, column: 1, endLine: line, endColumn: lengthOf(lines, line) + 1 };
}

function lengthOf(lines: readonly string[], line: number): number {
  return lines[line - 1]?.length ?? 0;
}
