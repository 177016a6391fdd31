import type { Connection } from './connection.js';

/** The largest ids ever assigned, also to rows that were deleted. */
export interface IdSequence {
  run: number;
  result: number;
  assertion: number;
}

/** Must be called, and its result used, inside a write transaction: until that ends nobody else can assign ids. */
export function readIdSequence(connection: Connection): IdSequence {
  const row = connection.statement(LAST_IDS).get() ?? {};
  return {
    run: Number(row['runs']),
    result: Number(row['results']),
    assertion: Number(row['assertions']),
  };
}

/**
 * SQLite keeps the last ids in a table without an entry before the first row (https://sqlite.org/autoinc.html
 * section 3).
 */
const LAST_IDS = `SELECT ${['runs', 'results', 'assertions'].map(lastIdOf).join(', ')}`;

function lastIdOf(table: string): string {
  const given = `(SELECT seq FROM sqlite_sequence WHERE name = '${table}')`;
  return `max(coalesce(${given}, 0), coalesce((SELECT max(id) FROM ${table}), 0)) AS ${table}`;
}
