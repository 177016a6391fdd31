/** A directive with its place, as the lines of a head hold it. */
import type { Span } from '../model/diagnostic.js';

/** A directive line. Columns are numbers, because only findings need spans. */
export interface DirectiveLine {
  /** The name as written. */
  readonly name: string;
  readonly value: string;
  readonly line: number;
  /** The column of the first character of the line. */
  readonly column: number;
  /** The column of the `@`. */
  readonly nameColumn: number;
  readonly valueColumn: number;
}

export function directiveSpan({ line, column, valueColumn, value }: DirectiveLine): Span {
  return { line, column, endColumn: valueColumn + value.length };
}

export function nameSpan({ line, nameColumn, name }: DirectiveLine): Span {
  return { line, column: nameColumn, endColumn: nameColumn + 1 + name.length };
}

export function valueSpan({ line, valueColumn, value }: DirectiveLine): Span {
  return { line, column: valueColumn, endColumn: valueColumn + value.length };
}
