import { inSavepoint, inTransaction, type Database, type Statement } from './database.js';

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

  transaction<T>(work: () => T): T {
    return inTransaction(this.#database, 'write', work);
  }

  /** Within a transaction. */
  savepoint<T>(work: () => T): T {
    return inSavepoint(this.#database, work);
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}
