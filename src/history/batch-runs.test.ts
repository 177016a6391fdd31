import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { useHistory } from '../../test/support/files/history-place.js';
import { rowsOf, run } from '../../test/support/runs/stored-runs.js';
import { RunBatcher } from './batch-runs.js';
import { HistoryUnavailable } from './store/history-unavailable.js';
import { parseRunRows, RUN_COLUMNS, type RunRows } from './store/run-rows.js';

const FILE = RUN_COLUMNS.indexOf('file_path');
const named = (filePath: string): RunRows => rowsOf(run({ filePath }));

/** Records each batch and resolves only when the test releases it. */
function slowStore(resultOf: (file: string) => number | Error = Number): {
  store: ConstructorParameters<typeof RunBatcher>[0];
  asked: string[][];
  release: () => void;
} {
  const asked: string[][] = [];
  let release = (): void => undefined;
  return {
    store: async (runs) => {
      const files = runs.map((each) => String(parseRunRows(each).runs[FILE]));
      asked.push(files);
      await new Promise<void>((resolve) => (release = resolve));
      return files.map(resultOf);
    },
    asked,
    release: () => release(),
  };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('runs that end together', () => {
  it('are stored in one batch, also while others are being stored, each with its id', async () => {
    const { store, asked, release } = slowStore();
    const adding = new RunBatcher(store);
    const ids = ['1', '2'].map((file) => adding.add(named(file)));
    await expect.poll(() => asked).toEqual([['1', '2']]);
    ids.push(...['3', '4'].map((file) => adding.add(named(file))));
    await turn();
    expect(asked).toEqual([['1', '2']]);
    release();
    await expect
      .poll(() => asked)
      .toEqual([
        ['1', '2'],
        ['3', '4'],
      ]);
    release();
    expect(await Promise.all(ids)).toEqual([1, 2, 3, 4]);
    await adding.idle();
  });

  it('fail together when the store cannot be used', async () => {
    const { store, asked, release } = slowStore(() => {
      throw new HistoryUnavailable('the disk is full');
    });
    const adding = new RunBatcher(store);
    const outcome = Promise.allSettled(['1', '2'].map((file) => adding.add(named(file))));
    await expect.poll(() => asked).toEqual([['1', '2']]);
    release();
    expect((await outcome).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('fail separately when one of them causes the failure', async () => {
    const { store, asked, release } = slowStore((file) =>
      file === '3' ? new Error('bad run') : Number(file),
    );
    const adding = new RunBatcher(store);
    const outcome = Promise.allSettled(['1', '2', '3', '4'].map((file) => adding.add(named(file))));
    await expect.poll(() => asked).toHaveLength(1);
    release();
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

/** Counts the frames that end a transaction (https://sqlite.org/fileformat.html#the_write_ahead_log). */
async function commits(): Promise<number> {
  const log = await readFile(`${place.path}-wal`);
  const size = 24 + log.readUInt32BE(8);
  let found = 0;
  for (let at = 32; at + size <= log.length; at += size) if (log.readUInt32BE(at + 4) > 0) found += 1;
  return found;
}

it('stores many runs at once, each completely, and closes after them', async () => {
  const store = place.open();
  const adding = Array.from({ length: 50 }, (_, index) => store.add(run({ startedAt: index })));
  const closing = store.close();
  const ids = await Promise.all(adding);
  await closing;
  expect([...ids].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  const again = place.open();
  expect((await again.detail(50))?.results).toHaveLength(3);
});
