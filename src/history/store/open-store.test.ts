import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useHistory } from '../../../test/support/files/history-place.js';
import { result, rowsOf, run } from '../../../test/support/runs/stored-runs.js';
import { RunStore } from '../run-store.js';

const place = useHistory();

describe('the file', () => {
  it('is private and has the expected settings', async () => {
    const store = place.open();
    await store.add(run());
    expect((await stat(join(place.folder, '.svc'))).mode & 0o777).toBe(0o700);
    for (const name of await readdir(join(place.folder, '.svc'))) {
      expect((await stat(join(place.folder, '.svc', name))).mode & 0o777, name).toBe(0o600);
    }
    const pragmas = await place.raw((database) =>
      ['journal_mode', 'auto_vacuum', 'user_version'].map((name) =>
        Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {}),
      ),
    );
    expect(pragmas.flat()).toEqual(['wal', 2, 1]);
  });

  it('that others may read is made private; its folder is left alone', async () => {
    const path = join(place.folder, 'history.db');
    await writeFile(path, '', { mode: 0o644 });
    await chmod(place.folder, 0o755);
    await place.open(10, path).add(run());
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(place.folder)).mode & 0o777).toBe(0o755);
  });

  it('contains no byte of removed runs', async () => {
    const store = place.open();
    const text = 'remember-me-'.repeat(2000);
    const id = await store.add(run({ results: [result('big', { bodyPreview: text })] }));
    const kept = await store.add(run({ results: [result('small', { bodyPreview: 'stay-here' })] }));
    await store.remove(id);
    expect(await bytesOf(place.path)).not.toContain('remember-me-');
    await store.close();
    expect(await bytesOf(place.path)).not.toContain('remember-me-');
    expect(await bytesOf(place.path)).toContain('stay-here');
    expect((await stat(place.path)).size).toBeLessThan(100_000);
    expect((await place.open().detail(kept))?.results[0]?.bodyPreview).toBe('stay-here');
  });
});

async function bytesOf(file: string): Promise<string> {
  const parts = await Promise.all(
    ['', '-wal', '-shm'].map((end) => readFile(file + end).catch(() => Buffer.alloc(0))),
  );
  return Buffer.concat(parts).toString('latin1');
}

describe('a damaged store', () => {
  async function expectSetAside(before: Buffer): Promise<void> {
    const store = place.open();
    expect(await store.add(run())).toBe(1);
    const names = await readdir(join(place.folder, '.svc'));
    const aside = names.find((name) => /^history\.db\.damaged-\d{8}T\d{9}Z$/.test(name)) ?? '';
    expect((await readFile(join(place.folder, '.svc', aside))).equals(before)).toBe(true);
    expect(place.warnings).toEqual([
      `the history store history.db is damaged; it was renamed to ${aside} and a new one was created`,
    ]);
    expect(names.filter((name) => name.endsWith('.repair'))).toEqual([]);
    expect((await store.list({})).total).toBe(1);
  }

  it('that is no database is set aside, companions too', async () => {
    await mkdir(join(place.folder, '.svc'));
    const text = Buffer.from('this is not a database at all\n'.repeat(100));
    await writeFile(place.path, text);
    await writeFile(`${place.path}-wal`, 'old log');
    await expectSetAside(text);
    const names = await readdir(join(place.folder, '.svc'));
    const log = names.find((name) => /\.damaged-.*-wal$/.test(name)) ?? '';
    expect(await readFile(join(place.folder, '.svc', log), 'utf8')).toBe('old log');
  });

  it('with broken pages is set aside when it is opened', async () => {
    const before = place.open();
    for (let i = 0; i < 30; i += 1) await before.add(run());
    await before.close();
    await place.raw((database) => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    const bytes = await readFile(place.path);
    bytes.fill(0xee, 8192, bytes.length - 4096);
    await rm(`${place.path}-wal`, { force: true });
    await rm(`${place.path}-shm`, { force: true });
    await writeFile(place.path, bytes);
    await expectSetAside(bytes);
  });

  it('that is large is renamed when a statement reads the damaged part', async () => {
    const before = place.open();
    const big = result('big', { bodyPreview: 'x'.repeat(60_000) });
    await before.add(run({ results: Array.from({ length: 80 }, () => big) }));
    await before.close();
    await place.raw((database) => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    const root = await place.raw((database) =>
      Number(database.prepare("SELECT rootpage AS n FROM sqlite_schema WHERE name = 'runs'").get()?.['n']),
    );
    const bytes = await readFile(place.path);
    expect(bytes.length).toBeGreaterThan(4 * 1024 * 1024);
    bytes.fill(0xee, (root - 1) * 4096, root * 4096);
    await rm(`${place.path}-wal`, { force: true });
    await rm(`${place.path}-shm`, { force: true });
    await writeFile(place.path, bytes);
    await expectSetAside(bytes);
  });

  it('stays unusable until restart when the damage comes while a server runs', async () => {
    const store = new RunStore(
      {
        path: place.path,
        keepRuns: 9,
        check: 'whole',
        busyTimeoutMs: 20,
        lockTimeoutMs: 100,
        retryDelayMs: 0,
      },
      (message) => place.warnings.push(message),
    );
    await store.query('add', rowsOf(run()));
    await place.raw((database) => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    const good = await readFile(place.path);
    await writeFile(place.path, Buffer.alloc(good.length, 0xee));
    // The page cache may still serve pages that were read before, so the query needs a new one.
    await expect(store.query('add', rowsOf(run()))).rejects.toMatchObject({
      name: 'ServiceError',
    });
    await writeFile(place.path, good);
    await expect(store.query('list', {})).rejects.toMatchObject({
      reason: expect.stringMatching(/damaged|database/),
    });
    expect(place.warnings).toHaveLength(1);
    await store.close();
  });
});
