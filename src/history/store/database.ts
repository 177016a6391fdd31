/** The only file that names the SQLite driver; it is loaded when the first database is opened. */
import { ServiceError } from '../../errors.js';

export type SqlValue = string | number | bigint | null | Uint8Array;
export type Row = Readonly<Record<string, SqlValue>>;

export interface Statement {
  run(...values: readonly SqlValue[]): {
    readonly changes: number;
    readonly lastInsertRowid: number | bigint;
  };
  get(...values: readonly SqlValue[]): Row | undefined;
  all(...values: readonly SqlValue[]): readonly Row[];
}

export interface Database {
  readonly isTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

export async function openDatabase(path: string): Promise<Database> {
  const { DatabaseSync } = await loadDriver();
  return new DatabaseSync(path);
}

/**
 * Commits everything or nothing. `write` takes the write lock at once, so that a reader never has to be upgraded
 * to a writer; `read` sees one consistent snapshot.
 */
export function inTransaction<T>(database: Database, kind: 'read' | 'write', work: () => T): T {
  database.exec(kind === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

export async function loadDriver(): Promise<{ DatabaseSync: new (path: string) => Database }> {
  try {
    return await import('@photostructure/sqlite');
  } catch (error) {
    throw new ServiceError('internal', 'the SQLite driver cannot be loaded', { cause: error });
  }
}

/** A fault of the database file that the caller has to handle. */
export interface DatabaseFault {
  readonly kind: 'damaged' | 'busy' | 'unusable';
  readonly reason: string;
}

/** Thrown by a check of the file; statements on a damaged database fail with errors of the driver. */
export class DamagedDatabase extends Error {}

/** Returns undefined when the error does not come from the database. */
export function classifyDatabaseError(error: unknown): DatabaseFault | undefined {
  if (error instanceof DamagedDatabase) return FAULTS[11];
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined;
  // The low byte of an extended result code is the code itself (https://sqlite.org/rescode.html).
  const fault = FAULTS[error.errcode & 0xff];
  return fault ?? { kind: 'unusable', reason: error.message };
}

const FAULTS: Readonly<Record<number, DatabaseFault>> = {
  3: { kind: 'unusable', reason: 'permission denied' },
  5: { kind: 'busy', reason: 'it was locked by another process for more than 5 s' },
  6: { kind: 'busy', reason: 'it was locked by another process for more than 5 s' },
  8: { kind: 'unusable', reason: 'it cannot be written' },
  10: { kind: 'unusable', reason: 'input/output error' },
  11: { kind: 'damaged', reason: 'it is damaged' },
  13: { kind: 'unusable', reason: 'the disk is full' },
  14: { kind: 'unusable', reason: 'it cannot be opened' },
  26: { kind: 'damaged', reason: 'it is not a database' },
};

export function textOf(row: Row, column: string): string {
  return String(row[column] ?? '');
}

export function numberOf(row: Row, column: string): number {
  return Number(row[column] ?? 0);
}

export function isSet(row: Row, column: string): boolean {
  return numberOf(row, column) !== 0;
}

export function timeOf(row: Row, column: string): string {
  return new Date(numberOf(row, column)).toISOString();
}
