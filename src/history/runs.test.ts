import { chmod, mkdir, readdir, readFile, rm, stat, writeFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, databaseFault, type Database } from './database.js';
import { Keeper } from './keeper.js';
import { openHistory, type HistoryStore } from './runs.js';
import type { StoredResult, StoredRun } from './stored-run.js';

let folder: string;
let path: string;
let warnings: string[];
let opened: HistoryStore[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-history-'));
  path = join(folder, '.svc', 'history.db');
  warnings = [];
  opened = [];
});

afterEach(async () => {
  for (const store of opened) await store.close();
  await rm(folder, { recursive: true, force: true });
});

function open(keepRuns = 10_000, at = path): HistoryStore {
  const store = openHistory({ path: at, keepRuns, onWarning: (message) => warnings.push(message) });
  opened.push(store);
  return store;
}

function run(changes: Partial<StoredRun> = {}): StoredRun {
  return {
    workspace: '/work/a',
    source: 'cli',
    filePath: 'shop/orders.http',
    environment: 'dev',
    startedAt: Date.UTC(2031, 3, 5, 6, 7, 8, 120),
    finishedAt: Date.UTC(2031, 3, 5, 6, 7, 8, 397),
    durationMs: 277,
    passed: 1,
    failed: 1,
    skipped: 1,
    total: 3,
    results: [result('login'), result('readOrder', { passed: false }), result('archive', SKIPPED)],
    ...changes,
  };
}

const SKIPPED = {
  passed: false,
  skipped: true,
  statusCode: 0,
  skipReason: 'bail',
  error: null,
  bodyPreview: '',
} satisfies Partial<StoredResult>;

function result(requestName: string, changes: Partial<StoredResult> = {}): StoredResult {
  return {
    requestName,
    method: 'GET',
    url: `http://127.0.0.1/${requestName}`,
    statusCode: 200,
    durationMs: 61,
    passed: true,
    skipped: false,
    skipReason: '',
    description: `about ${requestName}`,
    bodyPreview: '{"total":40}',
    error: null,
    assertions: [
      { operator: 'equals', subject: 'status', expected: '200', actual: '200', passed: true, message: '' },
      {
        operator: 'equals',
        subject: 'body.total',
        expected: '42.5',
        actual: '40',
        passed: false,
        message: 'x',
      },
    ],
    ...changes,
  };
}

async function raw<T>(work: (database: Database) => T): Promise<T> {
  const database = await openDatabase(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

describe('a stored run', () => {
  it('comes back whole, in the order and with the names of the specification', async () => {
    const store = open();
    const id = await store.add(run());
    expect(id).toBe(1);
    const detail = await store.detail(id);
    expect(JSON.stringify(Object.keys(detail ?? {}))).toBe(
      JSON.stringify([
        'id',
        'filePath',
        'environment',
        'startedAt',
        'finishedAt',
        'durationMs',
        'passed',
        'failed',
        'skipped',
        'total',
        'results',
        'workspace',
      ]),
    );
    expect(detail).toMatchObject({
      startedAt: '2031-04-05T06:07:08.120Z',
      finishedAt: '2031-04-05T06:07:08.397Z',
      total: 3,
      workspace: '/work/a',
    });
    expect(detail?.results[1]).toEqual({
      id: 2,
      requestName: 'readOrder',
      method: 'GET',
      url: 'http://127.0.0.1/readOrder',
      statusCode: 200,
      durationMs: 61,
      passed: false,
      description: 'about readOrder',
      bodyPreview: '{"total":40}',
      assertions: [
        { id: 3, operator: 'equals', subject: 'status', expected: '200', actual: '200', passed: true },
        { id: 4, operator: 'equals', subject: 'body.total', expected: '42.5', actual: '40', passed: false },
      ],
      skipped: false,
      error: null,
    });
    expect(detail?.results.map(({ requestName, skipped }) => [requestName, skipped])).toEqual([
      ['login', false],
      ['readOrder', false],
      ['archive', true],
    ]);
    expect(warnings).toEqual([]);
  });

  it('is listed without results, newest start first, then newest id', async () => {
    const store = open();
    for (const startedAt of [1000, 3000, 2000, 3000]) await store.add(run({ startedAt }));
    const page = await store.list({});
    expect(page.runs.map(({ id }) => id)).toEqual([4, 2, 3, 1]);
    expect(page).toMatchObject({ total: 4, limit: 20, offset: 0 });
    expect(page.runs[0]).not.toHaveProperty('results');
    expect(page.runs[0]).toMatchObject({ workspace: '/work/a' });
    expect((await store.list({ limit: 2, offset: 1 })).runs.map(({ id }) => id)).toEqual([2, 3]);
    expect(await store.list({ limit: 500, offset: 9 })).toEqual({
      runs: [],
      total: 4,
      limit: 100,
      offset: 9,
    });
  });

  it('belongs to its workspace', async () => {
    const store = open();
    for (const workspace of ['/work/a', '/work/b', '/work/a']) await store.add(run({ workspace }));
    const page = await store.list({ workspace: '/work/a' });
    expect([page.total, ...page.runs.map(({ id }) => id)]).toEqual([2, 3, 1]);
    expect(await store.removeAll('/work/a')).toBe(2);
    expect((await store.list({})).runs.map(({ id }) => id)).toEqual([2]);
    expect(await store.removeAll()).toBe(1);
    expect(await store.removeAll()).toBe(0);
  });

  it('is removed with everything in it, and its id is not used again', async () => {
    const store = open();
    await store.add(run());
    const id = await store.add(run());
    expect(await store.remove(id)).toBe(true);
    expect(await store.remove(id)).toBe(false);
    expect(await store.detail(id)).toBeUndefined();
    expect(await store.add(run())).toBe(3);
    const rows = await raw((database) => [
      database.prepare('SELECT count(*) AS n FROM results').get()?.['n'],
      database.prepare('SELECT count(*) AS n FROM assertions').get()?.['n'],
    ]);
    expect(rows).toEqual([6, 12]);
  });

  it('is the last one of its file and workspace', async () => {
    const store = open();
    await store.add(run({ startedAt: 5000, environment: 'newest' }));
    await store.add(run({ startedAt: 4000 }));
    await store.add(run({ startedAt: 9000, workspace: '/work/b' }));
    await store.add(run({ startedAt: 9000, filePath: 'other.http' }));
    expect(await store.lastRun('/work/a', 'shop/orders.http')).toMatchObject({
      id: 1,
      environment: 'newest',
    });
    expect((await store.lastRun('/work/a', 'shop/orders.http'))?.results).toHaveLength(3);
    expect(await store.lastRun('/work/a', 'nothing.http')).toBeUndefined();
  });

  it('displaces the oldest runs of its workspace', async () => {
    const store = open(2);
    await store.add(run({ workspace: '/work/b', startedAt: 1 }));
    for (const startedAt of [10, 30, 20]) await store.add(run({ startedAt }));
    const { runs } = await store.list({});
    expect(runs.map(({ id }) => id)).toEqual([3, 4, 1]);
    await store.add(run({ startedAt: 5 }));
    expect((await store.list({ workspace: '/work/a' })).runs.map(({ id }) => id)).toEqual([3, 4]);
    expect(await raw((database) => database.prepare('SELECT count(*) AS n FROM results').get()?.['n'])).toBe(
      9,
    );
  });
});

describe('results by name', () => {
  it('are those of one request of one file, newest run first', async () => {
    const store = open();
    await store.add(run({ startedAt: 1000 }));
    await store.add(run({ startedAt: 2000, workspace: '/work/b', environment: 'qa' }));
    await store.add(run({ startedAt: 3000, filePath: 'other.http' }));
    await store.add(
      run({ startedAt: 1500, results: [result('login', { error: 'connect refused' }), result('login')] }),
    );
    const request = { requestName: 'login', filePath: 'shop/orders.http' };
    const page = await store.resultsByName(request);
    expect(page).toMatchObject({ total: 4, limit: 20, offset: 0 });
    expect(page.results.map(({ runId, id }) => [runId, id])).toEqual([
      [2, 4],
      [4, 10],
      [4, 11],
      [1, 1],
    ]);
    expect(page.results[0]).toEqual({
      ...result('login'),
      id: 4,
      assertions: [
        { id: 7, operator: 'equals', subject: 'status', expected: '200', actual: '200', passed: true },
        { id: 8, operator: 'equals', subject: 'body.total', expected: '42.5', actual: '40', passed: false },
      ],
      runId: 2,
      skipped: false,
      skipReason: undefined,
      error: null,
      filePath: 'shop/orders.http',
      environment: 'qa',
      runStartedAt: '1970-01-01T00:00:02.000Z',
    });
    expect(page.results[1]?.error).toBe('connect refused');
    expect((await store.resultsByName({ ...request, workspace: '/work/a' })).total).toBe(3);
    expect((await store.resultsByName({ ...request, limit: 1, offset: 3 })).results[0]?.runId).toBe(1);
    expect((await store.resultsByName({ ...request, offset: 4 })).results).toEqual([]);
  });
});

describe('the file', () => {
  it('is private and has the settings of the specification', async () => {
    const store = open();
    await store.add(run());
    expect((await stat(join(folder, '.svc'))).mode & 0o777).toBe(0o700);
    for (const name of await readdir(join(folder, '.svc'))) {
      expect((await stat(join(folder, '.svc', name))).mode & 0o777, name).toBe(0o600);
    }
    const pragmas = await raw((database) =>
      ['journal_mode', 'auto_vacuum', 'user_version'].map((name) =>
        Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {}),
      ),
    );
    expect(pragmas.flat()).toEqual(['wal', 2, 1]);
  });

  it('that others may read is made private; its folder is left alone', async () => {
    path = join(folder, 'history.db');
    await writeFile(path, '', { mode: 0o644 });
    await chmod(folder, 0o755);
    await open().add(run());
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o755);
  });

  it('forgets what was removed, bytes and all', async () => {
    const store = open();
    const text = 'remember-me-'.repeat(2000);
    const id = await store.add(run({ results: [result('big', { bodyPreview: text })] }));
    const kept = await store.add(run({ results: [result('small', { bodyPreview: 'stay-here' })] }));
    await store.remove(id);
    expect(await bytesOf(path)).not.toContain('remember-me-');
    await store.close();
    expect(await bytesOf(path)).not.toContain('remember-me-');
    expect(await bytesOf(path)).toContain('stay-here');
    expect((await stat(path)).size).toBeLessThan(100_000);
    expect((await open().detail(kept))?.results[0]?.bodyPreview).toBe('stay-here');
  });
});

async function bytesOf(file: string): Promise<string> {
  const parts = await Promise.all(
    ['', '-wal', '-shm'].map((end) => readFile(file + end).catch(() => Buffer.alloc(0))),
  );
  return Buffer.concat(parts).toString('latin1');
}

describe('a store that cannot be used', () => {
  const unavailable = (reason: string): string => `persistent history is not available: ${reason}`;

  it('of a later version is left untouched', async () => {
    await open().add(run());
    await raw((database) => database.exec('PRAGMA user_version = 2'));
    await opened[0]?.close();
    const before = await readFile(path);
    const store = open();
    expect(await store.add(run())).toBe(0);
    await expect(store.list({})).rejects.toMatchObject({
      reason: 'a later version of svc wrote it',
      kind: 'input',
    });
    expect(await store.problem()).toBe('a later version of svc wrote it');
    expect((await readFile(path)).equals(before)).toBe(true);
    expect(warnings).toEqual([unavailable('a later version of svc wrote it')]);
  });

  it.each([0, 1])('of another program (its version %i) is left untouched', async (version) => {
    await mkdir(join(folder, '.svc'));
    await raw((database) => database.exec(`CREATE TABLE songs (title); PRAGMA user_version = ${version}`));
    const store = open();
    expect(await store.add(run())).toBe(0);
    expect(await store.add(run())).toBe(0);
    expect(warnings).toEqual([unavailable('it is a database of another program')]);
    const tables = await raw((database) => database.prepare('SELECT name FROM sqlite_schema').all());
    expect(tables.map(({ name }) => name)).toEqual(['songs']);
  });

  it('because its folder cannot be made gives one warning without a path', async () => {
    await writeFile(join(folder, 'file'), '');
    const store = open(10, join(folder, 'file', 'history.db'));
    expect(await store.add(run())).toBe(0);
    expect(await store.add(run())).toBe(0);
    expect(warnings).toEqual([unavailable('its folder is not a directory')]);
    expect(warnings[0]).not.toContain(folder);
  });

  it('because it is a directory says so', async () => {
    await mkdir(path, { recursive: true });
    expect(await open().problem()).toBe('it is a directory');
  });

  it('because the disk is full is told apart', async () => {
    await mkdir(join(folder, '.svc'));
    const error = await raw((database) => {
      database.exec('PRAGMA max_page_count = 2; CREATE TABLE t (a)');
      try {
        database.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(100_000));
      } catch (thrown) {
        return thrown;
      }
      return undefined;
    });
    expect(databaseFault(error)).toEqual({ kind: 'unusable', reason: 'the disk is full' });
    expect(databaseFault(new Error('of ours'))).toBeUndefined();
  });

  it('because it is locked is waited for, given up with one warning, and tried again later', async () => {
    await open().add(run());
    const keeper = new Keeper(
      { path, keepRuns: 9, check: 'touched', busyTimeout: 20, patience: 150, retryAfter: 300 },
      (message) => warnings.push(message),
    );
    const locker = await openDatabase(path);
    try {
      locker.exec('BEGIN IMMEDIATE');
      const started = performance.now();
      await expect(keeper.perform('add', run())).rejects.toThrow('locked by another process');
      expect(performance.now() - started).toBeGreaterThan(140);
      const again = performance.now();
      await expect(keeper.perform('add', run())).rejects.toThrow('locked by another process');
      expect(performance.now() - again).toBeLessThan(100);
      expect(warnings).toHaveLength(1);
    } finally {
      locker.exec('ROLLBACK');
      locker.close();
    }
    await new Promise((resolve) => setTimeout(resolve, 320));
    expect(await keeper.perform('add', run())).toBe(2);
    await keeper.close();
  });

  it('is waited for without blocking the thread', async () => {
    await open().add(run());
    const locker = await openDatabase(path);
    locker.exec('BEGIN IMMEDIATE');
    setTimeout(() => {
      locker.exec('ROLLBACK');
      locker.close();
    }, 400);
    expect(await open().add(run())).toBe(2);
    expect(warnings).toEqual([]);
  });
});

describe('a damaged store', () => {
  async function expectSetAside(before: Buffer): Promise<void> {
    const store = open();
    expect(await store.add(run())).toBe(1);
    const names = await readdir(join(folder, '.svc'));
    const aside = names.find((name) => /^history\.db\.damaged-\d{8}T\d{9}Z$/.test(name)) ?? '';
    expect((await readFile(join(folder, '.svc', aside))).equals(before)).toBe(true);
    expect(warnings).toEqual([
      `the history store history.db is damaged; it was renamed to ${aside} and a new one was begun`,
    ]);
    expect(names.filter((name) => name.endsWith('.repair'))).toEqual([]);
    expect((await store.list({})).total).toBe(1);
  }

  it('that is no database is set aside, companions too', async () => {
    await mkdir(join(folder, '.svc'));
    const text = Buffer.from('this is not a database at all\n'.repeat(100));
    await writeFile(path, text);
    await writeFile(`${path}-wal`, 'old log');
    await expectSetAside(text);
    const names = await readdir(join(folder, '.svc'));
    const log = names.find((name) => /\.damaged-.*-wal$/.test(name)) ?? '';
    expect(await readFile(join(folder, '.svc', log), 'utf8')).toBe('old log');
  });

  it('with broken pages is set aside when it is opened', async () => {
    const before = open();
    for (let i = 0; i < 30; i += 1) await before.add(run());
    await before.close();
    await raw((database) => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    const bytes = await readFile(path);
    bytes.fill(0xee, 8192, bytes.length - 4096);
    await rm(`${path}-wal`, { force: true });
    await rm(`${path}-shm`, { force: true });
    await writeFile(path, bytes);
    await expectSetAside(bytes);
  });

  it('that is large is set aside when a statement meets the damage', async () => {
    const before = open();
    const big = result('big', { bodyPreview: 'x'.repeat(60_000) });
    await before.add(run({ results: Array.from({ length: 80 }, () => big) }));
    await before.close();
    await raw((database) => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    const root = await raw((database) =>
      Number(database.prepare("SELECT rootpage AS n FROM sqlite_schema WHERE name = 'runs'").get()?.['n']),
    );
    const bytes = await readFile(path);
    expect(bytes.length).toBeGreaterThan(4 * 1024 * 1024);
    bytes.fill(0xee, (root - 1) * 4096, root * 4096);
    await rm(`${path}-wal`, { force: true });
    await rm(`${path}-shm`, { force: true });
    await writeFile(path, bytes);
    await expectSetAside(bytes);
  });

  it('stays unusable until restart when the damage comes while a server runs', async () => {
    const keeper = new Keeper(
      { path, keepRuns: 9, check: 'whole', busyTimeout: 20, patience: 100, retryAfter: 0 },
      (message) => warnings.push(message),
    );
    await keeper.perform('add', run());
    await raw((database) => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    const good = await readFile(path);
    await writeFile(path, Buffer.alloc(good.length, 0xee));
    // A page cache may still answer what it has seen, so something new is asked.
    await expect(keeper.perform('add', run())).rejects.toMatchObject({ name: 'ServiceError' });
    await writeFile(path, good);
    await expect(keeper.perform('list', {})).rejects.toMatchObject({
      reason: expect.stringMatching(/damaged|database/),
    });
    expect(warnings).toHaveLength(1);
    await keeper.close();
  });
});
