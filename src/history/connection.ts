import type { Database, Statement } from './database.js';

/** A database whose schema is known to be ours; every statement is prepared once. */
export class Connection {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  statement(sql: string): Statement {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  /** All or nothing; the write lock is taken at once, so that a reader never has to become a writer. */
  transaction<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}
