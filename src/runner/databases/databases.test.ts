import { readdir, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { Databases } from './databases.js';
import { SqliteProcess } from './sqlite-process.js';

interface Sqlite {
  readonly DatabaseSync: new (path: string) => { exec(sql: string): void; close(): void };
}

const { DatabaseSync } = createRequire(import.meta.url)('@photostructure/sqlite') as Sqlite;
const limits = (milliseconds = 30_000, signal = new AbortController().signal) => ({ milliseconds, signal });

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
  it('returns the number of rows and the first one', async () => {
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

  it('is not opened when a planted link beside it would be followed', async () => {
    const { file } = await sqlite();
    const databases = new Databases(async () => ({
      real: file,
      length: 1,
      open: () => (async function* () {})(),
    }));
    onTestFinished(() => databases.close());
    const folder = dirname(file);
    await symlink(join(folder, 'new'), `${file}-wal`);
    await expect(databases.open('sqlite:a.db', folder)).rejects.toMatchObject({
      errorKind: 'db',
      message: 'beside a.db lies a link or folder in place of a file of the database',
    });
    expect((await readdir(folder)).sort()).toEqual(['a.db', 'a.db-wal']);
  });

  it('takes one query after another', async () => {
    const { process, file } = await sqlite();
    const results = await Promise.all(
      [1, 2, 3].map((value) => process.query(file, 'select ? as v', [value], limits())),
    );
    expect(results.map((result) => result.ok && result.first['v'])).toEqual([1n, 2n, 3n]);
  });
});

it('knows three kinds of databases', async () => {
  const databases = new Databases(() => Promise.reject(new Error('no files here')));
  await expect(databases.open('oracle://h/db', '/')).rejects.toMatchObject({
    errorKind: 'db',
    message: '@db needs sqlite:<path>, postgres://… or mysql://…',
  });
});
