import type { Connection } from './connection.js';

/** The largest ids ever given, also to rows that are gone. */
export interface IdSequence {
  run: number;
  result: number;
  assertion: number;
}

/** To be asked, and counted on, inside of a transaction that may write: until it ends nobody else gives ids. */
export function readIdSequence(connection: Connection): IdSequence {
  const row = connection.statement(LAST_IDS).get() ?? {};
  return {
    run: Number(row['runs']),
    result: Number(row['results']),
    assertion: Number(row['assertions']),
  };
}

/** https://sqlite.org/autoinc.html section 3: where SQLite keeps them, without an entry before the first row. */
const LAST_IDS = `SELECT ${['runs', 'results', 'assertions'].map(lastIdOf).join(', ')}`;

function lastIdOf(table: string): string {
  const given = `(SELECT seq FROM sqlite_sequence WHERE name = '${table}')`;
  return `max(coalesce(${given}, 0), coalesce((SELECT max(id) FROM ${table}), 0)) AS ${table}`;
}
