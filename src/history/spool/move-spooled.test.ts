import {
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useHistory, type ReadableStore } from '../../../test/support/files/history-place.js';
import { rowsOf, run } from '../../../test/support/runs/stored-runs.js';
import type { RunRows } from '../store/run-rows.js';
import { headOf } from './spool-files.js';
import { spoolRuns } from './spool-runs.js';

const place = useHistory();

const folder = (): string => `${place.path}.spool`;
const inFolder = (name: string): string => join(folder(), name);

async function spool(filePath: string): Promise<string> {
  const { path } = place;
  const before: readonly string[] = await readdir(folder()).catch(() => []);
  const onWarning = (message: string): number => place.warnings.push(message);
  expect(spoolRuns({ path, keepRuns: 10_000, onWarning }, [rowsOf(run({ filePath }))])).not.toBe('no');
  return (await readdir(folder())).find((each) => !before.includes(each)) ?? '';
}

async function storedFiles(store: ReadableStore = place.open()): Promise<string[]> {
  const { runs } = await store.list({ limit: 100 });
  return runs.toSorted((a, b) => a.id - b.id).map(({ filePath }) => filePath);
}

const rememberedNames = (): Promise<unknown[]> =>
  place.raw((database) =>
    database
      .prepare('SELECT name FROM spooled')
      .all()
      .map(({ name }) => name),
  );

describe('a process that is killed while it moves runs', () => {
  it('causes no run twice when it had not removed the files', async () => {
    const name = await spool('a');
    await copyFile(inFolder(name), join(place.folder, 'kept'));
    const store = place.open();
    expect(await storedFiles(store)).toEqual(['a']);
    await copyFile(join(place.folder, 'kept'), inFolder(name));
    await spool('b');
    expect(await storedFiles(store)).toEqual(['a', 'b']);
    expect(await storedFiles()).toEqual(['a', 'b']);
    expect(await readdir(folder())).toEqual([]);
  });

  it('leaves names that are forgotten when their files are gone', async () => {
    const first = await spool('a');
    expect(await storedFiles()).toEqual(['a']);
    expect(await rememberedNames()).toEqual([first]);
    const second = await spool('b');
    expect(await storedFiles()).toEqual(['a', 'b']);
    expect(await rememberedNames()).toEqual([second]);
  });

  it('leaves nothing of a transaction that was not committed', async () => {
    await spool('a');
    await place.open().problem();
    await spool('b');
    const text = "CREATE TRIGGER refusing BEFORE INSERT ON runs BEGIN SELECT raise(ABORT, 'refused'); END";
    await place.raw((database) => database.exec(text));
    const store = place.open();
    expect(await storedFiles(store)).toEqual(['a']);
    expect(await storedFiles(store)).toEqual(['a']);
    expect(place.warnings).toEqual([
      'runs that wait in history.db.spool are not in the history yet: refused',
    ]);
    await place.raw((database) => database.exec('DROP TRIGGER refusing'));
    expect(await storedFiles(store)).toEqual(['a', 'b']);
  });
});

it('moves each run once when several connections read at the same time', async () => {
  const files = Array.from({ length: 45 }, (_, index) => `${index}`);
  for (const file of files) await spool(file);
  const stores = Array.from({ length: 4 }, () => place.open());
  for (const seen of await Promise.all(stores.map(storedFiles))) expect(seen).toEqual(files);
  expect(place.warnings).toEqual([]);
});

it('moves more than one transaction takes, in order', async () => {
  const files = Array.from({ length: 150 }, (_, index) => `${index}`);
  await mkdir(folder(), { recursive: true });
  for (const [index, file] of files.entries()) await plant(`${index}`, rowsOf(run({ filePath: file })));
  const { runs, total } = await place.open().list({ limit: 100 });
  expect([total, runs.find(({ filePath }) => filePath === '149')?.id]).toEqual([150, 150]);
  expect(await readdir(folder())).toEqual([]);
});

it('keeps the files when the store was replaced meanwhile', async () => {
  const store = place.open();
  await store.problem();
  await spool('a');
  await rename(place.path, `${place.path}.moved`);
  expect(await storedFiles(store)).toEqual(['a']);
  expect(place.warnings).toHaveLength(1);
});

it('removes temporary files of killed processes when they are old', async () => {
  await spool('a');
  const [old, young] = [
    `.${'1'.repeat(15)}.${'a'.repeat(16)}.tmp`,
    `.${'1'.repeat(15)}.${'b'.repeat(16)}.tmp`,
  ];
  for (const name of [old, young]) await writeFile(inFolder(name), 'x');
  await utimes(inFolder(old), 1, 1);
  await storedFiles();
  expect(await readdir(folder())).toEqual([young]);
});

/** Writes a file as svc does, with any rows. */
async function plant(number: string, rows: unknown): Promise<string> {
  const name = `${number.padStart(15, '0')}-${'0'.repeat(16)}.json`;
  const content = Buffer.from(`${JSON.stringify(rows)}\n`);
  await mkdir(folder(), { recursive: true });
  await writeFile(inFolder(name), Buffer.concat([Buffer.from(headOf(10_000, content)), content]));
  return name;
}

const changed = (change: (rows: Record<keyof RunRows, unknown[]>) => void): unknown => {
  const rows = rowsOf(run());
  change(rows);
  return rows;
};

describe('what svc did not write, or not whole', () => {
  it.each([
    ['a number for a text', changed(({ runs }) => (runs[2] = 7))],
    ['a text for a number', changed(({ runs }) => (runs[4] = 'soon'))],
    ['a fraction', changed(({ results }) => (results[3] = 0.5))],
    ['another source', changed(({ runs }) => (runs[1] = 'somebody'))],
    ['a list in a row', changed(({ assertions }) => (assertions[0] = []))],
    ['a missing value', changed(({ results }) => results.pop())],
    ['too many results', changed(({ resultCounts }) => (resultCounts[0] = 9))],
    ['a negative count', changed(({ assertionCounts }) => assertionCounts.splice(0, 2, -1, 5))],
    ['no count', changed(({ resultCounts }) => resultCounts.pop())],
    ['no rows', null],
    ['no object', []],
  ])('is set aside with a warning: %s', async (_case, rows) => {
    const name = await plant('1', rows);
    await spool('good');
    const store = place.open();
    expect(await storedFiles(store)).toEqual(['good']);
    expect(await storedFiles(store)).toEqual(['good']);
    expect(await readdir(folder())).toEqual([`${name}.refused`]);
    expect(place.warnings).toEqual([
      `history.db.spool/${name} is not a whole run of svc; it was renamed to ${name}.refused`,
    ]);
  });

  it('is set aside at whatever byte it is cut or changed', async () => {
    const name = await plant('1', rowsOf(run()));
    const whole = await readFile(inFolder(name));
    await rename(inFolder(name), join(place.folder, 'whole'));
    const store = place.open();
    let tried = 0;
    for (let at = 0; at < whole.length; at += 37) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      const zeros = Buffer.concat([whole.subarray(0, at), Buffer.alloc(whole.length - at)]);
      for (const bytes of [
        whole.subarray(0, at),
        flipped,
        zeros,
        Buffer.concat([whole, zeros.subarray(at)]),
      ]) {
        tried += 1;
        await writeFile(inFolder(`${String(tried).padStart(15, '0')}-${'f'.repeat(16)}.json`), bytes);
      }
    }
    expect(await storedFiles(store)).toEqual([]);
    expect(place.warnings).toHaveLength(tried);
  });

  it('is neither followed nor removed elsewhere: links and folders', async () => {
    const name = await spool('good');
    const outside = join(place.folder, 'outside');
    await copyFile(inFolder(name), outside);
    await symlink(outside, inFolder(`${'1'.repeat(15)}-${'1'.repeat(16)}.json`));
    await mkdir(inFolder(`${'2'.repeat(15)}-${'2'.repeat(16)}.json`));
    await symlink(folder(), inFolder(`${'3'.repeat(15)}-${'3'.repeat(16)}.json`));
    await writeFile(inFolder('notes.json'), '{}');
    await link(outside, inFolder('hard.json'));
    expect(await storedFiles()).toEqual(['good']);
    expect(place.warnings).toHaveLength(3);
    expect((await readdir(folder())).toSorted()).toEqual([
      `${'1'.repeat(15)}-${'1'.repeat(16)}.json.refused`,
      `${'2'.repeat(15)}-${'2'.repeat(16)}.json.refused`,
      `${'3'.repeat(15)}-${'3'.repeat(16)}.json.refused`,
      'hard.json',
      'notes.json',
    ]);
    expect((await readFile(outside)).length).toBeGreaterThan(100);
  });

  it('is no folder that a link names', async () => {
    const name = await spool('good');
    await rename(folder(), join(place.folder, 'elsewhere'));
    await symlink(join(place.folder, 'elsewhere'), folder());
    const store = place.open();
    expect(await storedFiles(store)).toEqual([]);
    expect(await storedFiles(store)).toEqual([]);
    expect(await readdir(join(place.folder, 'elsewhere'))).toEqual([name]);
    expect(place.warnings).toEqual([
      'runs that wait in history.db.spool are not in the history yet: a part of the path is not a directory',
    ]);
  });
});
