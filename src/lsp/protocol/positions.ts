/** Between places of the language, which count from 1, and positions of the protocol, which count from 0. */
import type { Position, Range } from 'vscode-languageserver-protocol';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { isPlainObject } from '../../primitives/plain-object.js';

/** Ends are exclusive. */
export interface SpanOfText {
  readonly line: number;
  readonly column: number;
  readonly endLine?: number | undefined;
  readonly endColumn: number;
}

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The language does not count a byte order mark, which some editors leave in the text. */
function markLength(text: string, line: number): number {
  return line === 1 && text.charCodeAt(0) === 0xfeff ? 1 : 0;
}

export function toPosition(text: string, line: number, column: number): Position {
  return { line: line - 1, character: column - 1 + markLength(text, line) };
}

export function toRange(text: string, { line, column, endLine = line, endColumn }: SpanOfText): Range {
  return { start: toPosition(text, line, column), end: toPosition(text, endLine, endColumn) };
}

/** A position outside the text means the nearest one in it. */
export function toPlace(document: TextDocument, position: Position): Place {
  const { line, character } = document.positionAt(document.offsetAt(position));
  const column = character + 1 - markLength(document.getText(), line + 1);
  return { line: line + 1, column: Math.max(1, column) };
}

/** The line up to the place, as the language reads it. */
export function lineUpTo(document: TextDocument, { line, column }: Place): string {
  const text = document.getText();
  const start = { line: line - 1, character: markLength(text, line) };
  return document.getText({ start, end: toPosition(text, line, column) });
}

/** Also for positions outside the text, which are clamped. */
export function isPosition(value: unknown): boolean {
  return isPlainObject(value) && isWhole(value['line']) && isWhole(value['character']);
}

export function isRange(value: unknown): boolean {
  return isPlainObject(value) && isPosition(value['start']) && isPosition(value['end']);
}

function isWhole(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value);
}
