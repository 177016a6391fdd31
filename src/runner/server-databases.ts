/** PostgreSQL and MySQL through their usual client packages, which users install when they need them. */
import type { DatabaseClient, QueryAnswer, QueryLimits } from './database-query.js';
import { StepFailure } from './step-failure.js';

export type LoadPackage = (name: string) => Promise<unknown>;

type Rows = readonly Readonly<Record<string, unknown>>[];

/** What is used of the package `postgres`. */
interface PostgresModule {
  readonly default: (url: string, options: object) => PostgresClient;
}
interface PostgresClient {
  begin(options: string, work: (transaction: PostgresTransaction) => Promise<Rows>): Promise<Rows>;
  end(options: { timeout: number }): Promise<void>;
}
interface PostgresTransaction {
  unsafe(sql: string, parameters?: readonly unknown[], options?: object): Promise<Rows>;
}

/** What is used of the package `mysql2`. */
interface MysqlModule {
  readonly createConnection: (options: object) => Promise<MysqlConnection>;
}
interface MysqlConnection {
  query(sql: string): Promise<unknown>;
  execute(sql: string, parameters: readonly unknown[]): Promise<readonly [Rows, unknown]>;
  destroy(): void;
}

export async function queryPostgres(url: string, load: LoadPackage): Promise<DatabaseClient['query']> {
  const { default: connect } = (await loadClient('postgres', load)) as PostgresModule;
  return (sql, parameters, limits) => {
    const client = connect(url, { max: 1, connect_timeout: 10, onnotice: () => undefined });
    const rows = client.begin('read only', async (transaction) => {
      await transaction.unsafe(`set local statement_timeout = ${limits.milliseconds}`);
      // The extended protocol takes one statement only, so that none can leave the transaction.
      return transaction.unsafe(sql, parameters.map(postgresValue), { simple: false });
    });
    return answer(rows, limits, () => void client.end({ timeout: 0 }).catch(() => undefined));
  };
}

export async function queryMysql(url: string, load: LoadPackage): Promise<DatabaseClient['query']> {
  const { createConnection } = (await loadClient('mysql2/promise', load)) as MysqlModule;
  return (sql, parameters, limits) => {
    let connection: MysqlConnection | undefined;
    const work = async (): Promise<Rows> => {
      connection = await createConnection({
        uri: url,
        connectTimeout: 10_000,
        supportBigNumbers: true,
        dateStrings: true,
      });
      await connection
        .query(`set session max_execution_time = ${limits.milliseconds}`)
        .catch(() => undefined);
      await connection.query('start transaction read only');
      const [rows] = await connection.execute(sql, parameters);
      return rows;
    };
    return answer(work(), limits, () => connection?.destroy());
  };
}

/** The message names the package, not where it was looked for. */
async function loadClient(name: string, load: LoadPackage): Promise<unknown> {
  try {
    return await load(name);
  } catch {
    const [packageName = name] = name.split('/');
    throw new StepFailure(
      'db',
      `this database needs the package "${packageName}"; install it beside svc (npm install ${packageName})`,
    );
  }
}

/** Serialised by the type the server expects, so that text is right for everything but booleans. */
function postgresValue(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
}

async function answer(work: Promise<Rows>, limits: QueryLimits, release: () => void): Promise<QueryAnswer> {
  const late = lateFailure(limits);
  try {
    const rows = await Promise.race([work, late.promise]);
    return { ok: true, rows: rows.length, first: rows[0] ?? {} };
  } catch (error) {
    if (error instanceof StepFailure) throw error;
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  } finally {
    late.clear();
    work.catch(() => undefined);
    release();
  }
}

/** A little more than the server's own limit, whose message says more. */
function lateFailure({ signal, milliseconds }: QueryLimits): { promise: Promise<never>; clear: () => void } {
  let clear = (): void => undefined;
  const promise = new Promise<never>((_resolve, reject) => {
    const cancel = (): void => reject(new StepFailure('cancelled', 'the query was cancelled'));
    const timer = setTimeout(
      () => reject(new StepFailure('db', `the query took longer than ${milliseconds / 1000} s`)),
      milliseconds + 500,
    );
    signal.addEventListener('abort', cancel, { once: true });
    clear = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
    };
    if (signal.aborted) cancel();
  });
  promise.catch(() => undefined);
  return { promise, clear };
}
