import type { Connection } from './connection.js';
import type { SqlValue } from './database.js';

/**
 * Writes rows into one table, many with each statement, because a call of the database costs as much as writing a
 * row.
 */
export class RowInserter {
  readonly #connection: Connection;
  readonly #head: string;
  readonly #row: string;
  readonly #width: number;
  /** The texts of the statements, by their number of rows. */
  readonly #texts: string[] = [];

  constructor(connection: Connection, table: string, columns: readonly string[]) {
    this.#connection = connection;
    this.#head = `INSERT INTO ${table} (${columns.join(', ')}) VALUES `;
    this.#row = `(${columns.map(() => '?').join(', ')})`;
    this.#width = columns.length;
  }

  /** Takes the values of all rows, in the order of the columns. */
  insert(values: readonly SqlValue[]): void {
    const maxValues = MAX_ROWS_PER_STATEMENT * this.#width;
    for (let at = 0; at < values.length; at += maxValues) {
      const part = values.length <= maxValues ? values : values.slice(at, at + maxValues);
      this.#connection.statement(this.#text(part.length / this.#width)).run(...withoutNul(part));
    }
  }

  #text(rows: number): string {
    return (this.#texts[rows] ??= this.#head + Array.from({ length: rows }, () => this.#row).join(', '));
  }
}

/** The driver treats a NUL as the end of a text and would drop the rest. */
function withoutNul(values: readonly SqlValue[]): readonly SqlValue[] {
  if (!values.some(hasNul)) return values;
  return values.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value));
}

function hasNul(value: SqlValue): boolean {
  return typeof value === 'string' && value.includes('\0');
}

/** Every number of rows needs a prepared statement of its own, so the number is small. */
export const MAX_ROWS_PER_STATEMENT = 32;
