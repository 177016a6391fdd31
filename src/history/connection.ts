import { inSavepoint, inTransaction, type Database, type Statement } from './database.js';

/** A database whose schema has been checked; every statement is prepared once. */
export class Connection {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  statement(sql: string): Statement {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  transaction<T>(work: () => T): T {
    return inTransaction(this.#database, 'write', work);
  }

  /** Must be called within a transaction. */
  savepoint<T>(work: () => T): T {
    return inSavepoint(this.#database, work);
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}
