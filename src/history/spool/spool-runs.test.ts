import { fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useHistory } from '../../../test/support/files/history-place.js';
import { rowsOf, run, type StoredRun } from '../../../test/support/runs/stored-runs.js';
import { MANY_FILES, spoolRuns } from './spool-runs.js';

/** Functions of the file system that fail, with their codes. */
const failing = new Map<string, string>();

function failingDisk(): NonNullable<Parameters<typeof spoolRuns>[2]> {
  const disk = { openSync, writeFileSync, renameSync, fsyncSync };
  for (const [name, code] of failing) {
    const fail = (): never => {
      throw Object.assign(new Error(code), { code });
    };
    Object.assign(disk, { [name]: fail });
  }
  return disk;
}

const place = useHistory();

function spool(...runs: readonly Partial<StoredRun>[]): string {
  const { path, warnings } = place;
  return spoolRuns(
    { path, keepRuns: 10_000, onWarning: (message) => warnings.push(message) },
    runs.map((each) => rowsOf(run(each))),
    failingDisk(),
  );
}

const waiting = (): Promise<string[]> => readdir(`${place.path}.spool`);

async function storedFiles(): Promise<string[]> {
  const { runs } = await place.open().list({ limit: 100 });
  return runs.toSorted((a, b) => a.id - b.id).map(({ filePath }) => filePath);
}

afterEach(() => {
  failing.clear();
  vi.useRealTimers();
});

describe('runs in the spool', () => {
  it('are for the owner only, and whole', async () => {
    expect(spool({ filePath: 'a.http' }, { filePath: 'b.http' })).toBe('yes');
    const [name = ''] = await waiting();
    expect(name).toMatch(/^[0-9]{15}-[0-9a-f]{16}\.json$/);
    expect((await stat(`${place.path}.spool`)).mode & 0o777).toBe(0o700);
    expect((await stat(join(`${place.path}.spool`, name))).mode & 0o777).toBe(0o600);
    expect((await stat(place.path)).size).toBe(0);
    const detail = await place.open().detail(2);
    expect(detail).toMatchObject({ filePath: 'b.http', results: [{ requestName: 'login' }, {}, {}] });
    expect(await waiting()).toEqual([]);
    expect(place.warnings).toEqual([]);
  });

  it('get their numbers in the order in which they ended, also when the clock goes back', async () => {
    const files = Array.from({ length: 20 }, (_, index) => `${index}.http`);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2032, 1, 1) });
    for (const [index, filePath] of files.entries()) {
      vi.setSystemTime(Date.UTC(2032, 1, 1) - index * 86_400_000);
      expect(spool({ filePath, startedAt: index })).toBe('yes');
    }
    expect(await storedFiles()).toEqual(files);
  });

  it('come before a run that is added to the store itself', async () => {
    const store = place.open();
    for (const filePath of ['1', '3', '5']) {
      spool({ filePath });
      await store.add(run({ filePath: String(Number(filePath) + 1) }));
    }
    expect(await storedFiles()).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it('are to be moved by the run that finds many', async () => {
    for (let i = 0; i < MANY_FILES; i += 1) expect(spool({ filePath: `${i}` })).toBe('yes');
    expect(spool({ filePath: 'last' })).toBe('many');
    expect(await place.open().problem()).toBeUndefined();
    expect(await waiting()).toEqual([]);
    expect((await storedFiles()).at(-1)).toBe('last');
    expect(spool({})).toBe('yes');
  });

  it('keep the limit of the workspace that was in force for them', async () => {
    const { path } = place;
    const onWarning = (): void => undefined;
    for (let i = 0; i < 5; i += 1)
      spoolRuns({ path, keepRuns: 2, onWarning }, [
        rowsOf(run({ workspace: '/few', startedAt: i, filePath: `few-${i}` })),
        rowsOf(run({ workspace: '/many', startedAt: i, filePath: 'many' })),
      ]);
    spoolRuns({ path, keepRuns: 9, onWarning }, [rowsOf(run({ workspace: '/many', filePath: 'many' }))]);
    expect(await storedFiles()).toEqual(['few-3', 'many', 'few-4', 'many', 'many']);
  });
});

it('warns when the disk does not confirm what was written, which is there all the same', async () => {
  failing.set('fsyncSync', 'EIO');
  expect(spool({ filePath: 'a' })).toBe('yes');
  failing.clear();
  expect(place.warnings).toEqual([
    'the run may be missing in the history if the machine fails now: input/output error',
  ]);
  expect(await storedFiles()).toEqual(['a']);
});

describe('a run is added to the store itself', () => {
  it('when it is large', () => {
    const [result] = run().results;
    if (result === undefined) throw new Error('no result');
    const results = Array.from({ length: 100 }, () => ({ ...result, bodyPreview: 'b'.repeat(65_536) }));
    expect(spool({ results })).toBe('no');
  });

  it.each([
    ['no database', 'not a history\n'],
    ['another database', `SQLite format 3\0${'\0'.repeat(100)}`],
  ])('when the file has other content: %s', async (_case, content) => {
    await mkdir(join(place.folder, '.svc'));
    await writeFile(place.path, content, 'latin1');
    expect(spool({})).toBe('no');
    expect(await readdir(join(place.folder, '.svc'))).toEqual(['history.db']);
    expect(await readFile(place.path, 'latin1')).toBe(content);
  });

  it('when a later version wrote it', async () => {
    const store = place.open();
    await store.add(run());
    await place.raw((database) => database.exec('PRAGMA user_version = 2; PRAGMA wal_checkpoint(TRUNCATE)'));
    await store.close();
    expect(spool({})).toBe('no');
  });

  it.each(['a link', 'a file'])('when %s has the name of the folder', async (kind) => {
    await mkdir(join(place.folder, '.svc'));
    await mkdir(join(place.folder, 'elsewhere'));
    if (kind === 'a link') await symlink(join(place.folder, 'elsewhere'), `${place.path}.spool`);
    else await writeFile(`${place.path}.spool`, 'mine');
    expect(spool({})).toBe('no');
    expect(await readdir(join(place.folder, 'elsewhere'))).toEqual([]);
  });

  it.each([
    ['openSync', 'EROFS'],
    ['writeFileSync', 'ENOSPC'],
    ['renameSync', 'EACCES'],
  ] as const)('when it cannot be written (%s: %s), of which nothing is left', async (name, code) => {
    expect(spool({ filePath: 'a' })).toBe('yes');
    failing.set(name, code);
    expect(spool({ filePath: 'b' })).toBe('no');
    failing.clear();
    expect(await waiting()).toHaveLength(1);
    expect(await storedFiles()).toEqual(['a']);
    expect(place.warnings).toEqual([]);
  });

  it('when no number is left', async () => {
    await mkdir(`${place.path}.spool`, { recursive: true });
    await writeFile(join(`${place.path}.spool`, `999999999999999-${'0'.repeat(16)}.json`), '');
    expect(spool({})).toBe('no');
    await rm(`${place.path}.spool`, { recursive: true });
  });
});
