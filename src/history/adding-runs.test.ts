import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { useHistory } from '../../test/support/history-place.js';
import { rowsOf, run } from '../../test/support/stored-runs.js';
import { AddingRuns } from './adding-runs.js';
import { HistoryUnavailable } from './history-unavailable.js';
import { rowsIn, RUN_COLUMNS, type RunRows } from './run-rows.js';

const FILE = RUN_COLUMNS.indexOf('file_path');
const named = (filePath: string): RunRows => rowsOf(run({ filePath }));

/** Stores by saying what it was asked; the answer comes when the test says so. */
function slowStore(judge: (file: string) => number | Error = Number): {
  store: ConstructorParameters<typeof AddingRuns>[0];
  asked: string[][];
  answer: () => void;
} {
  const asked: string[][] = [];
  let answer = (): void => undefined;
  return {
    store: async (runs) => {
      const files = runs.map((each) => String(rowsIn(each).runs[FILE]));
      asked.push(files);
      await new Promise<void>((resolve) => (answer = resolve));
      return files.map(judge);
    },
    asked,
    answer: () => answer(),
  };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('runs that end together', () => {
  it('are stored in one go, and while others are being stored, each with its id', async () => {
    const { store, asked, answer } = slowStore();
    const adding = new AddingRuns(store);
    const ids = ['1', '2'].map((file) => adding.add(named(file)));
    await expect.poll(() => asked).toEqual([['1', '2']]);
    ids.push(...['3', '4'].map((file) => adding.add(named(file))));
    await turn();
    expect(asked).toEqual([['1', '2']]);
    answer();
    await expect
      .poll(() => asked)
      .toEqual([
        ['1', '2'],
        ['3', '4'],
      ]);
    answer();
    expect(await Promise.all(ids)).toEqual([1, 2, 3, 4]);
    await adding.idle();
  });

  it('fail together when the store cannot be used', async () => {
    const { store, asked, answer } = slowStore(() => {
      throw new HistoryUnavailable('the disk is full');
    });
    const adding = new AddingRuns(store);
    const outcome = Promise.allSettled(['1', '2'].map((file) => adding.add(named(file))));
    await expect.poll(() => asked).toEqual([['1', '2']]);
    answer();
    expect((await outcome).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('fail alone when one of them is to blame', async () => {
    const { store, asked, answer } = slowStore((file) =>
      file === '3' ? new Error('bad run') : Number(file),
    );
    const adding = new AddingRuns(store);
    const outcome = Promise.allSettled(['1', '2', '3', '4'].map((file) => adding.add(named(file))));
    await expect.poll(() => asked).toHaveLength(1);
    answer();
    expect(await outcome).toMatchObject([
      { value: 1 },
      { value: 2 },
      { reason: { message: 'bad run' } },
      { value: 4 },
    ]);
  });
});

const place = useHistory();

it('writes runs that end together in one transaction', async () => {
  const store = place.open();
  await store.problem();
  const before = await commits();
  await Promise.all(Array.from({ length: 40 }, () => store.add(run())));
  expect(await commits()).toBe(before + 1);
});

/** Frames that end a transaction (https://sqlite.org/fileformat.html#the_write_ahead_log). */
async function commits(): Promise<number> {
  const log = await readFile(`${place.path}-wal`);
  const size = 24 + log.readUInt32BE(8);
  let found = 0;
  for (let at = 32; at + size <= log.length; at += size) if (log.readUInt32BE(at + 4) > 0) found += 1;
  return found;
}

it('stores many runs at once, each whole, and closes after them', async () => {
  const store = place.open();
  const adding = Array.from({ length: 50 }, (_, index) => store.add(run({ startedAt: index })));
  const closing = store.close();
  const ids = await Promise.all(adding);
  await closing;
  expect([...ids].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  const again = place.open();
  expect((await again.detail(50))?.results).toHaveLength(3);
});
