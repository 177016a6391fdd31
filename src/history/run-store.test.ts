import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ManualClock } from '../../test/support/manual-clock.js';
import { useHistory } from '../../test/support/files/history-place.js';
import { rowsOf, run } from '../../test/support/runs/stored-runs.js';
import { classifyDatabaseError, openDatabase } from './store/database.js';
import { RunStore } from './run-store.js';

const place = useHistory();

describe('a store that cannot be used', () => {
  const unavailable = (reason: string): string => `persistent history is not available: ${reason}`;

  it('of a later version is left untouched', async () => {
    const earlier = place.open();
    await earlier.add(run());
    await place.raw((database) => database.exec('PRAGMA user_version = 2'));
    await earlier.close();
    const before = await readFile(place.path);
    const store = place.open();
    expect(await store.add(run())).toBe(0);
    await expect(store.list({})).rejects.toMatchObject({
      reason: 'a later version of svc wrote it',
      kind: 'unavailable',
    });
    expect(await store.problem()).toBe('a later version of svc wrote it');
    expect((await readFile(place.path)).equals(before)).toBe(true);
    expect(place.warnings).toEqual([unavailable('history.db: a later version of svc wrote it')]);
  });

  it.each([0, 1])('of another program (its version %i) is left untouched', async (version) => {
    await mkdir(join(place.folder, '.svc'));
    await place.raw((database) =>
      database.exec(`CREATE TABLE songs (title); PRAGMA user_version = ${version}`),
    );
    const store = place.open();
    expect(await store.add(run())).toBe(0);
    expect(await store.add(run())).toBe(0);
    expect(place.warnings).toEqual([unavailable('history.db is not a history of svc')]);
    const tables = await place.raw((database) => database.prepare('SELECT name FROM sqlite_schema').all());
    expect(tables.map(({ name }) => name)).toEqual(['songs']);
  });

  it('gives one warning without its folder when that cannot be created', async () => {
    await writeFile(join(place.folder, 'file'), '');
    const store = place.open(10, join(place.folder, 'file', 'history.db'));
    expect(await store.add(run())).toBe(0);
    expect(await store.add(run())).toBe(0);
    expect(place.warnings).toEqual([unavailable('history.db: its folder is not a directory')]);
    expect(place.warnings[0]).not.toContain(place.folder);
  });

  it('reports that it is a directory', async () => {
    await mkdir(place.path, { recursive: true });
    expect(await place.open().problem()).toBe('it is a directory');
  });

  it('reports that the disk is full', async () => {
    await mkdir(join(place.folder, '.svc'));
    const error = await place.raw((database) => {
      database.exec('PRAGMA max_page_count = 2; CREATE TABLE t (a)');
      try {
        database.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(100_000));
      } catch (thrown) {
        return thrown;
      }
      return undefined;
    });
    expect(classifyDatabaseError(error)).toEqual({ kind: 'unusable', reason: 'the disk is full' });
    expect(classifyDatabaseError(new Error('of ours'))).toBeUndefined();
  });

  it('is retried while it is locked, fails with one warning, and is tried again later', async () => {
    await place.open().add(run());
    const settings = {
      path: place.path,
      keepRuns: 9,
      check: 'touched',
      busyTimeoutMs: 1,
      retryDelayMs: 4000,
    } as const;
    const clock = new ManualClock();
    const store = new RunStore(
      { ...settings, lockTimeoutMs: 2000 },
      (message) => place.warnings.push(message),
      clock,
    );
    const impatient = new RunStore({ ...settings, lockTimeoutMs: 0 }, () => undefined, clock);
    onTestFinished(() => impatient.close());
    const locker = await openDatabase(place.path);
    try {
      locker.exec('BEGIN IMMEDIATE');
      const order: string[] = [];
      const waiting = store.query('add', rowsOf(run())).catch((error: Error) => order.push(error.message));
      await impatient.query('add', rowsOf(run())).catch(() => order.push('impatient'));
      // It is tried again until the time is over.
      while (order.length === 1) {
        await clock.untilWaiting();
        await clock.turn(clock.next - clock.now());
        await new Promise((resolve) => setImmediate(resolve));
      }
      await waiting;
      expect(clock.now()).toBe(3000);
      expect(order).toEqual(['impatient', expect.stringContaining('locked by another process')]);
      expect(place.warnings).toHaveLength(1);
    } finally {
      locker.exec('ROLLBACK');
      locker.close();
    }
    // It is free again, but not tried so soon.
    await clock.turn(3999);
    await expect(store.query('add', rowsOf(run()))).rejects.toThrow('locked by another process');
    expect(place.warnings).toHaveLength(1);
    // A time of day that is set back does not lengthen it.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    await clock.turn(1);
    expect(await store.query('add', rowsOf(run()))).toEqual([2]);
    await store.close();
  });

  it('is waited for without blocking the thread', async () => {
    await place.open().add(run());
    const locker = await openDatabase(place.path);
    locker.exec('BEGIN IMMEDIATE');
    setTimeout(() => {
      locker.exec('ROLLBACK');
      locker.close();
    }, 400);
    expect(await place.open().add(run())).toBe(2);
    expect(place.warnings).toEqual([]);
  });
});
