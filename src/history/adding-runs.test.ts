import { describe, expect, it } from 'vitest';
import { useHistory } from '../../test/support/history-place.js';
import { rowsOf, run } from '../../test/support/stored-runs.js';
import { AddingRuns } from './adding-runs.js';
import { HistoryUnavailable } from './history-unavailable.js';
import { RUN_COLUMNS, type RunRows } from './run-rows.js';

const FILE = RUN_COLUMNS.indexOf('file_path');
const named = (filePath: string): RunRows => rowsOf(run({ filePath }));

/** Stores by saying what it was asked; the answer comes when the test says so. */
function slowStore(judge: (files: readonly string[]) => void = () => undefined): {
  store: (rows: RunRows) => Promise<number>;
  asked: string[][];
  answer: () => void;
} {
  const asked: string[][] = [];
  let answer = (): void => undefined;
  const store = async ({ runs }: RunRows): Promise<number> => {
    const files = runs.filter((_, at) => at % RUN_COLUMNS.length === FILE).map(String);
    asked.push(files);
    await new Promise<void>((resolve) => (answer = resolve));
    judge(files);
    return Number(files[0]);
  };
  return { store, asked, answer: () => answer() };
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
    const { store, asked, answer } = slowStore((files) => {
      if (files.includes('3')) throw new Error('bad run');
    });
    const adding = new AddingRuns(store);
    const outcome = Promise.allSettled(['1', '2', '3', '4'].map((file) => adding.add(named(file))));
    for (let step = 1; step <= 5; step++) {
      await expect.poll(() => asked).toHaveLength(step);
      answer();
    }
    expect((await outcome).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(asked).toEqual([['1', '2', '3', '4'], ['1'], ['2'], ['3'], ['4']]);
  });
});

const place = useHistory();

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
