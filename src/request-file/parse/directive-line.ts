/** A directive with its place, as the lines of a head hold it. */
import type { Span } from '../model/diagnostic.js';
import type { Metadata, WrittenDirective } from '../model/model.js';
import { EMPTY_LIST } from '../text/lists.js';

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

export interface DirectiveFields {
  name: string | undefined;
  nameSpan: Span | undefined;
  description: string;
  tags: readonly string[];
  metadata: MutableMetadata;
  /** One span for each entry of `metadata.depends`. */
  dependsSpans: readonly Span[];
  written: readonly WrittenDirective[];
}

export type MutableMetadata = { -readonly [Key in keyof Metadata]: Metadata[Key] };

export const NO_METADATA: MutableMetadata = Object.freeze({});

/** Shared by all requests without directives and never modified. */
export const NO_FIELDS: DirectiveFields = {
  name: undefined,
  nameSpan: undefined,
  description: '',
  tags: EMPTY_LIST,
  metadata: NO_METADATA,
  dependsSpans: EMPTY_LIST,
  written: EMPTY_LIST,
};
