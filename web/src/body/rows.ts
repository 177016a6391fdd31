/** Rows as the page draws them; any form of a body is a list of such rows. */
import type { Finder } from './query.js';

/** A part of a text that was found: its start, its end, and whether it is the one that the user visits. */
export type Mark = readonly [start: number, end: number, isCurrent: boolean];

export interface TreeRow {
  readonly form: 'tree';
  readonly kind: 'open' | 'closed' | 'end' | 'leaf' | 'more';
  readonly depth: number;
  /** The quoted name of a member, or the path of a result of a filter; empty for others. */
  readonly name: string;
  readonly nameMarks: readonly Mark[];
  readonly value: 'string' | 'number' | 'word' | 'mark';
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly comma: boolean;
}

export interface LineRow {
  readonly form: 'line';
  /** 0 for a part of a long line that is not its first. */
  readonly number: number;
  readonly text: string;
  readonly marks: readonly Mark[];
}

export interface HexRow {
  readonly form: 'hex';
  readonly offset: string;
  readonly bytes: readonly string[];
  /** One character for each byte. */
  readonly text: string;
  /** In bytes of this row. */
  readonly marks: readonly Mark[];
}

export type BodyRow = TreeRow | LineRow | HexRow;

export interface FindResult {
  readonly total: number;
  /** Whether there are more matches than are counted. */
  readonly isPartial: boolean;
  /** The first match at or after the given row; -1 without matches. */
  readonly nearest: number;
}

/** One form of a body. */
export interface BodyForm {
  readonly rowCount: number;
  rows(from: number, to: number): readonly BodyRow[];
  /** Searches the whole body and keeps what it finds. */
  find(finder: Finder | undefined, fromRow: number): FindResult;
  /** Makes the match visible and returns its row. */
  visit(match: number): number;
}

/** More matches are not kept; nobody walks through them one by one. */
export const MAX_MATCHES = 1_000_000;
