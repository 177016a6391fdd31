import { expect, it, vi } from 'vitest';
import { PendingWork } from './pending-work.js';

interface Started {
  readonly what: string;
  readonly finish: (error?: Error) => void;
}

function controlled(): {
  work: PendingWork;
  started: Started[];
  failures: unknown[];
  completed: () => number;
} {
  const started: Started[] = [];
  const failures: unknown[] = [];
  const onComplete = vi.fn();
  const begin = (what: string): Promise<void> =>
    new Promise((resolve, reject) => {
      started.push({ what, finish: (error) => (error ? reject(error) : resolve()) });
    });
  const work = new PendingWork({
    walk: () => begin('walk'),
    read: (paths) => begin(paths.join(' ')),
    onComplete,
    onFailure: (error) => failures.push(error),
  });
  return { work, started, failures, completed: () => onComplete.mock.calls.length };
}

/** Lets everything run that waits for a promise. */
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

it('does one thing after the other, and together what came meanwhile', async () => {
  const { work, started, completed } = controlled();
  expect(work.isDone).toBe(true);
  work.addWalk();
  work.addPaths(['a']);
  work.addPaths(['b', 'a']);
  expect(started.map(({ what }) => what)).toEqual(['walk']);
  expect(work.isDone).toBe(false);
  started[0]?.finish();
  await turn();
  expect(started.map(({ what }) => what)).toEqual(['walk', 'a b']);
  started[1]?.finish();
  await turn();
  expect([work.isDone, completed()]).toEqual([true, 1]);
});

it('leaves the paths of changes before a walk to the walk', async () => {
  const { work, started } = controlled();
  work.addPaths(['a']);
  work.addPaths(['b']);
  work.addWalk();
  started[0]?.finish();
  await turn();
  started[1]?.finish();
  await turn();
  expect(started.map(({ what }) => what)).toEqual(['a', 'walk']);
  expect(work.isDone).toBe(true);
});

it('tells those who wait whether everything is done, or not in time', async () => {
  const { work, started } = controlled();
  await expect(work.whenDone(0)).resolves.toBe(true);
  work.addWalk();
  await expect(work.whenDone(1)).resolves.toBe(false);
  const waiting = work.whenDone(60_000);
  started[0]?.finish();
  await expect(waiting).resolves.toBe(true);
});

it('walks again after a failure, and gives up when that helps nothing', async () => {
  const { work, started, failures, completed } = controlled();
  work.addPaths(['a']);
  for (let at = 0; at < 3; at += 1) {
    expect(failures).toEqual([]);
    started[at]?.finish(new Error(`failure ${at}`));
    await turn();
  }
  expect(started.map(({ what }) => what)).toEqual(['a', 'walk', 'walk']);
  expect(failures).toEqual([new Error('failure 2')]);
  expect([work.isDone, completed()]).toEqual([true, 1]);
});

it('begins nothing more once it is closed', async () => {
  const { work, started, completed } = controlled();
  work.addWalk();
  work.addPaths(['a']);
  const waiting = work.whenDone(60_000);
  work.close();
  await expect(waiting).resolves.toBe(false);
  started[0]?.finish();
  await turn();
  work.addPaths(['b']);
  await expect(work.whenDone(60_000)).resolves.toBe(false);
  expect([started.length, completed()]).toEqual([1, 0]);
});
