/** MySQL and MariaDB through the package `mysql2`, which users install when they need it. */
import type { DatabaseClient, QueryResult } from './database-query.js';
import {
  askServer,
  CONNECT_SECONDS,
  dialServer,
  exactNumber,
  loadClient,
  RowCount,
  type LoadPackage,
} from './server-database.js';

interface MysqlModule {
  readonly createConnection: (options: object) => Promise<MysqlConnection>;
}
interface MysqlConnection {
  query(sql: string): Promise<unknown>;
  /** The one without promises, which hands out rows one by one. */
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
    askServer(limits, async (stage) => {
      const connection = await createConnection({
        uri: url,
        connectTimeout: CONNECT_SECONDS * 1000,
        supportBigNumbers: true,
        dateStrings: true,
        stream: ({ config: { host, port, socketPath } }: MysqlTarget) =>
          dialServer(socketPath ? { path: socketPath } : { host, port }, stage),
      });
      stage.connected = true;
      // MariaDB does not know it; there the limit is kept on this side only.
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
        // A statement without rows has a result too: how many it changed.
        if (fields.length > 0) count.add(row);
      })
      .on('error', reject)
      .on('end', () => resolve(count.answer((row) => readRow(row, fields))));
  });
}

/** Protocol numbers of the column types that come as text or bytes though they hold numbers. */
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
