import { classifyDatabaseError, inTransaction, type Database, type Statement } from './database.js';

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

  /**
   * Commits or undoes a part of a transaction, which continues without it. A failure of the database ends the whole
   * transaction.
   */
  savepoint<T>(work: () => T): T {
    this.exec('SAVEPOINT part');
    try {
      const result = work();
      this.exec('RELEASE part');
      return result;
    } catch (error) {
      if (classifyDatabaseError(error) === undefined) this.exec('ROLLBACK TO part; RELEASE part');
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}
