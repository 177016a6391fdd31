/** Runs and load tests in the form in which they travel to the server and wait in the spool. */
import { cutAtByte } from '../../redaction/redacted-start.js';
import type { WriterFacts } from '../queries/persisted-run.js';
import type { StressRow } from '../queries/stress-run.js';
import type { SqlValue } from '../store/database.js';
import type { RunRows } from '../store/run-rows.js';

/** One run of one file. */
export interface TeamRun {
  readonly uid: string;
  readonly workspace: string;
  readonly facts: WriterFacts;
  readonly rows: RunRows;
}

export interface TeamTest {
  readonly workspace: string;
  readonly facts: WriterFacts;
  readonly row: StressRow;
}

/** NUL characters, and surrogates, which are only right in pairs. */
const DOUBTFUL = /[\0\uD800-\uDFFF]/;

/** The server cannot hold NUL characters and single surrogates. */
export function storable(text: string): string {
  return DOUBTFUL.test(text) ? text.replaceAll('\0', '\uFFFD').toWellFormed() : text;
}

/**
 * An entry of an index has at most 2,704 bytes, so longer names are cut, where they are written as well as where
 * they are looked for.
 */
const MAX_INDEXED_BYTES = { requestName: 2000, workspace: 600, filePath: 1200, branch: 300 } as const;

export function indexed(text: string, what: keyof typeof MAX_INDEXED_BYTES): string {
  const max = MAX_INDEXED_BYTES[what];
  // A character takes at most three bytes, two of them four.
  return 3 * text.length <= max ? storable(text) : cutAtByte(storable(text), max);
}

/** The text of an array (https://www.postgresql.org/docs/current/arrays.html section 8.15.6). */
export function arrayText(values: readonly SqlValue[]): string {
  let text = '{';
  for (const value of values) {
    if (text.length > 1) text += ',';
    text += elementText(value);
  }
  return `${text}}`;
}

const QUOTED = /[\\"]/;

function elementText(value: SqlValue): string {
  if (value === null) return 'NULL';
  if (typeof value !== 'string') return String(value);
  const text = storable(value);
  return QUOTED.test(text) ? `"${text.replaceAll(/[\\"]/g, '\\$&')}"` : `"${text}"`;
}

/**
 * A storable text as a value within a statement, whatever the server is set to: with the E in front, a backslash
 * always escapes (https://www.postgresql.org/docs/current/sql-syntax-lexical.html section 4.1.2.2).
 */
export function literal(text: string): string {
  return SPECIAL.test(text) ? `E'${text.replaceAll(/[\\']/g, '\\$&')}'` : `E'${text}'`;
}

const SPECIAL = /[\\']/;

/** Flags are numbers in the rows, as SQLite has them. */
export function flagArrayText(values: readonly SqlValue[]): string {
  return `{${values.map((value) => (Number(value) === 0 ? 'f' : 't')).join(',')}}`;
}

/** The values of one column, for rows of so many values. */
export function columnOf(rows: readonly SqlValue[], width: number, column: number): readonly SqlValue[] {
  const values: SqlValue[] = [];
  for (let at = column; at < rows.length; at += width) values.push(rows[at] ?? null);
  return values;
}

/** A load test with its buckets as text, so that it can wait as JSON. */
export function testToJson({ row, ...rest }: TeamTest): string {
  const histogram = Buffer.from(row.histogram).toString('base64');
  return JSON.stringify({ ...rest, row: { ...row, histogram } });
}

export function testFromJson(text: string): TeamTest {
  const { row, ...rest } = JSON.parse(text) as TeamTest & { readonly row: { readonly histogram: string } };
  return { ...rest, row: { ...row, histogram: new Uint8Array(Buffer.from(row.histogram, 'base64')) } };
}
