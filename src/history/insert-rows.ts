import type { Connection } from './connection.js';
import type { SqlValue } from './database.js';

/** Writes rows into one table, many with each statement: calling the database costs as much as writing a row. */
export class RowInserter {
  readonly #connection: Connection;
  readonly #head: string;
  readonly #row: string;
  readonly #width: number;
  /** By the number of their rows. */
  readonly #texts: string[] = [];

  constructor(connection: Connection, table: string, columns: readonly string[]) {
    this.#connection = connection;
    this.#head = `INSERT INTO ${table} (${columns.join(', ')}) VALUES `;
    this.#row = `(${columns.map(() => '?').join(', ')})`;
    this.#width = columns.length;
  }

  /** `values` of all rows, in the order of the columns. */
  insert(values: readonly SqlValue[]): void {
    const most = MAX_ROWS_PER_STATEMENT * this.#width;
    for (let at = 0; at < values.length; at += most) {
      const some = values.length <= most ? values : values.slice(at, at + most);
      this.#connection.statement(this.#text(some.length / this.#width)).run(...withoutNul(some));
    }
  }

  #text(rows: number): string {
    return (this.#texts[rows] ??= this.#head + Array.from({ length: rows }, () => this.#row).join(', '));
  }
}

/** The driver takes a NUL for the end of a text: what follows would be lost. */
function withoutNul(values: readonly SqlValue[]): readonly SqlValue[] {
  if (!values.some(hasNul)) return values;
  return values.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value));
}

function hasNul(value: SqlValue): boolean {
  return typeof value === 'string' && value.includes('\0');
}

/** Each number of rows has a statement of its own that stays prepared. */
export const MAX_ROWS_PER_STATEMENT = 32;
