import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryWorkspace } from '../../test/support/workspace.js';
import { Databases } from './databases.js';
import { SqliteProcess } from './sqlite-process.js';

interface Sqlite {
  readonly DatabaseSync: new (path: string) => { exec(sql: string): void; close(): void };
}

const { DatabaseSync } = createRequire(import.meta.url)('@photostructure/sqlite') as Sqlite;
const limits = (milliseconds = 30_000, signal = new AbortController().signal) => ({ milliseconds, signal });
const noFiles = () => Promise.reject(new Error('no files here'));

async function sqlite(): Promise<{ process: SqliteProcess; file: string }> {
  const file = join(await temporaryWorkspace(), 'a.db');
  const database = new DatabaseSync(file);
  database.exec('create table t (a); insert into t values (1), (2)');
  database.close();
  const process = new SqliteProcess();
  onTestFinished(() => process.close());
  return { process, file };
}

const ENDLESS = 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n';

describe('SQLite', () => {
  it('answers with the number of rows and the first one', async () => {
    const { process, file } = await sqlite();
    expect(await process.query(file, 'select a, ? as b from t', ['x'], limits())).toEqual({
      ok: true,
      rows: 2,
      first: { a: 1n, b: 'x' },
    });
    expect(await process.query(file, 'select a from t where a > 5', [], limits())).toEqual({
      ok: true,
      rows: 0,
      first: {},
    });
    expect(await process.query(file, 'select ? as b', [true], limits())).toMatchObject({ first: { b: 1n } });
  });

  it('can be stopped by its time limit and by cancellation, and goes on afterwards', async () => {
    const { process, file } = await sqlite();
    await expect(process.query(file, ENDLESS, [], limits(200))).rejects.toMatchObject({
      errorKind: 'db',
      message: 'the query took longer than 0.2 s',
    });
    await expect(
      process.query(file, ENDLESS, [], limits(30_000, AbortSignal.timeout(200))),
    ).rejects.toMatchObject({ errorKind: 'cancelled' });
    expect(await process.query(file, 'select 1 as a', [], limits())).toMatchObject({ ok: true });
  });

  it('takes one query after another', async () => {
    const { process, file } = await sqlite();
    const answers = await Promise.all(
      [1, 2, 3].map((value) => process.query(file, 'select ? as v', [value], limits())),
    );
    expect(answers.map((answer) => answer.ok && answer.first['v'])).toEqual([1n, 2n, 3n]);
  });
});

describe('PostgreSQL', () => {
  function fake(rows: unknown[] | Error) {
    const said: unknown[] = [];
    const module = {
      default: (url: string, options: object) => ({
        begin: async (mode: string, work: (transaction: object) => Promise<unknown>) => {
          said.push(url, options, mode);
          return await work({
            unsafe: (...args: unknown[]) => {
              said.push(args);
              return rows instanceof Error ? Promise.reject(rows) : Promise.resolve(rows);
            },
          });
        },
        end: () => {
          said.push('end');
          return Promise.resolve();
        },
      }),
    };
    return { said, databases: new Databases(noFiles, () => Promise.resolve(module)) };
  }

  it('is asked in a read-only transaction, one statement at a time, with bound text', async () => {
    const { said, databases } = fake([{ a: 1 }, { a: 2 }]);
    const client = await databases.open('postgres://u:p@127.0.0.1/db', '/');
    expect(client.mark(2)).toBe('$2');
    expect(await client.query('select $1', [1n, 'x', true, null], limits())).toEqual({
      ok: true,
      rows: 2,
      first: { a: 1 },
    });
    expect(said.slice(2)).toEqual([
      'read only',
      ['set local statement_timeout = 30000'],
      ['select $1', ['1', 'x', true, null], { simple: false }],
      'end',
    ]);
  });

  it('tells an SQL error', async () => {
    const { databases } = fake(new Error('relation "x" does not exist'));
    const client = await databases.open('postgresql://127.0.0.1/db', '/');
    expect(await client.query('select 1', [], limits())).toEqual({
      ok: false,
      reason: 'relation "x" does not exist',
    });
  });

  it('is given up after the time limit and on cancellation', async () => {
    const module = {
      default: () => ({ begin: () => new Promise(() => undefined), end: () => Promise.resolve() }),
    };
    const databases = new Databases(noFiles, () => Promise.resolve(module));
    const client = await databases.open('postgres://127.0.0.1/db', '/');
    await expect(client.query('select 1', [], limits(1))).rejects.toMatchObject({ errorKind: 'db' });
    await expect(client.query('select 1', [], limits(30_000, AbortSignal.timeout(20)))).rejects.toMatchObject(
      { errorKind: 'cancelled' },
    );
    await expect(client.query('select 1', [], limits(30_000, AbortSignal.abort()))).rejects.toMatchObject({
      errorKind: 'cancelled',
    });
  });
});

describe('MySQL', () => {
  it('is asked in a read-only transaction with bound values, and left', async () => {
    const said: unknown[] = [];
    const connection = {
      query: (sql: string) => {
        said.push(sql);
        return sql.startsWith('set') ? Promise.reject(new Error('unknown variable')) : Promise.resolve([]);
      },
      execute: (sql: string, parameters: unknown) => {
        said.push(sql, parameters);
        return Promise.resolve([[{ n: 5 }], []]);
      },
      destroy: () => said.push('destroyed'),
    };
    const packages: string[] = [];
    const databases = new Databases(noFiles, (name) => {
      packages.push(name);
      return Promise.resolve({ createConnection: () => Promise.resolve(connection) });
    });
    const client = await databases.open('mysql://u:p@127.0.0.1/db', '/');
    expect(packages).toEqual(['mysql2/promise']);
    expect(client.mark(7)).toBe('?');
    expect(await client.query('select ?', ['x'], limits())).toEqual({ ok: true, rows: 1, first: { n: 5 } });
    expect(said).toEqual([
      'set session max_execution_time = 30000',
      'start transaction read only',
      'select ?',
      ['x'],
      'destroyed',
    ]);
  });
});
