/** MySQL and MariaDB through the package `mysql2`, which users install when they need it. */
import type { LoadPackage } from '../../primitives/packages/load-package.js';
import type { DatabaseClient, QueryResult } from './database-query.js';
import {
  queryServer,
  CONNECT_SECONDS,
  dialServer,
  exactNumber,
  loadClient,
  RowCount,
} from './server-database.js';

interface MysqlModule {
  readonly createConnection: (options: object) => Promise<MysqlConnection>;
}
interface MysqlConnection {
  query(sql: string): Promise<unknown>;
  /** The callback interface, which emits rows one by one. */
  readonly connection: {
    execute(sql: string, parameters: readonly unknown[]): MysqlCommand;
  };
}
interface MysqlTarget {
  readonly config: { readonly host: string; readonly port: number; readonly socketPath?: string };
}
interface MysqlCommand {
  on(event: 'fields', listener: (fields: readonly MysqlField[] | undefined) => void): MysqlCommand;
  on(event: 'result', listener: (row: Readonly<Record<string, unknown>>) => void): MysqlCommand;
  on(event: 'error', listener: (error: Error) => void): MysqlCommand;
  on(event: 'end', listener: () => void): MysqlCommand;
}
interface MysqlField {
  readonly name: string;
  readonly columnType: number;
}

export async function queryMysql(url: string, load: LoadPackage): Promise<DatabaseClient['query']> {
  const { createConnection } = (await loadClient('mysql2/promise', load)) as MysqlModule;
  return (sql, parameters, limits) =>
    queryServer(limits, async (stage) => {
      const connection = await createConnection({
        uri: url,
        connectTimeout: CONNECT_SECONDS * 1000,
        supportBigNumbers: true,
        dateStrings: true,
        stream: ({ config: { host, port, socketPath } }: MysqlTarget) =>
          dialServer(socketPath ? { path: socketPath } : { host, port }, stage),
      });
      stage.connected = true;
      // MariaDB does not support it; there only this side enforces the limit.
      await connection
        .query(`set session max_execution_time = ${limits.milliseconds}`)
        .catch(() => undefined);
      await connection.query('start transaction read only');
      return rowsOf(connection.connection.execute(sql, parameters));
    });
}

function rowsOf(command: MysqlCommand): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    const count = new RowCount();
    let fields: readonly MysqlField[] = [];
    command
      .on('fields', (found) => (fields = found ?? []))
      .on('result', (row) => {
        // A statement without rows also has a result: the number of changed rows.
        if (fields.length > 0) count.add(row);
      })
      .on('error', reject)
      .on('end', () => resolve(count.toResult((row) => readRow(row, fields))));
  });
}

/** Protocol numbers of column types that arrive as text or bytes although they hold numbers. */
const EXACT_TYPES: ReadonlySet<number> = new Set([0, 8, 246]);
const BIT_TYPE = 16;

function readRow(row: Readonly<Record<string, unknown>>, fields: readonly MysqlField[]): typeof row {
  return Object.fromEntries(
    fields.map(({ name, columnType }) => {
      const value = row[name];
      if (typeof value === 'string' && EXACT_TYPES.has(columnType)) return [name, exactNumber(value)];
      if (value instanceof Uint8Array && columnType === BIT_TYPE) {
        return [name, exactNumber(String(BigInt(`0x${Buffer.from(value).toString('hex')}`)))];
      }
      return [name, value];
    }),
  );
}
