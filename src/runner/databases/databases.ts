/** Databases that `@db` may name; all are queried read-only. */
import { importPackage, type LoadPackage } from '../../primitives/packages/load-package.js';
import { hasIrregularCompanion } from '../../workspace/files/database-files.js';
import type { DatabaseClient } from './database-query.js';
import type { FileAccess } from '../plan/run-input.js';
import type { SqliteProcess } from './sqlite-process.js';
import { StepFailure } from '../outcome/step-failure.js';

/** All databases of a run. */
export class Databases {
  readonly #openFile: FileAccess['openFile'];
  readonly #loadPackage: LoadPackage;
  #sqlite: SqliteProcess | undefined;

  constructor(openFile: FileAccess['openFile'], loadPackage: LoadPackage = importPackage) {
    this.#openFile = openFile;
    this.#loadPackage = loadPackage;
  }

  async open(connection: string, directory: string): Promise<DatabaseClient> {
    const scheme = /^([a-z]+):/i.exec(connection)?.[1]?.toLowerCase();
    switch (scheme) {
      case 'sqlite':
        return await this.#openSqlite(connection.slice('sqlite:'.length), directory);
      case 'postgres':
      case 'postgresql':
        return {
          mark: (position) => `$${position}`,
          query: await (await import('./postgres-database.js')).queryPostgres(connection, this.#loadPackage),
        };
      case 'mysql':
        return {
          mark: () => '?',
          query: await (await import('./mysql-database.js')).queryMysql(connection, this.#loadPackage),
        };
      default:
        throw new StepFailure('db', '@db needs sqlite:<path>, postgres://… or mysql://…');
    }
  }

  close(): void {
    this.#sqlite?.close();
  }

  async #openSqlite(path: string, directory: string): Promise<DatabaseClient> {
    const { real } = await this.#openFile(path, directory).catch((error: unknown) => {
      throw new StepFailure('db', error instanceof Error ? error.message : `cannot open ${path}`);
    });
    if (hasIrregularCompanion(real))
      throw new StepFailure('db', `beside ${path} lies a link or folder in place of a file of the database`);
    const { SqliteProcess: Process } = await import('./sqlite-process.js');
    const sqlite = (this.#sqlite ??= new Process());
    return {
      mark: () => '?',
      query: (sql, parameters, limits) => sqlite.query(real, sql, parameters, limits),
    };
  }
}
