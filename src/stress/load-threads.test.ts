import { describe, expect, it } from 'vitest';
import { ThreadEnded } from '../primitives/threads/thread-failure.js';
import { LoadThreads, type StartThread } from './load-threads.js';
import { readStressOptions } from './plan/stress-options.js';
import { LoadRecorder, NONE_DROPPED, type ThreadTotals } from './measure/load-recorder.js';
import type { LoadTask } from './worker-messages.js';

const ORDER: Omit<LoadTask, 'thread' | 'threads' | 'slots'> = {
  stress: readStressOptions({ duration: 1000 }),
} as LoadTask;
const TOTALS = new LoadRecorder(0, () => undefined).totals(NONE_DROPPED);
const listener = { onCell: () => undefined, onDrain: () => undefined };

const endsWhenStopped: StartThread = () => {
  let end = (_totals: ThreadTotals): void => undefined;
  const totals = new Promise<ThreadTotals>((resolve) => (end = resolve));
  return { totals, send: (message) => message.kind === 'stop' && end(TOTALS) };
};

describe('LoadThreads', () => {
  it('waits for no thread to become ready that was stopped before', async () => {
    const threads = new LoadThreads(ORDER, { first: 0, count: 2, total: 2 }, endsWhenStopped, listener);
    threads.send({ kind: 'stop' });
    await threads.ready;
    expect(await threads.done).toEqual([TOTALS, TOTALS]);
    expect(threads.failure).toBe('');
  });

  it.each([
    [new ThreadEnded(new Error('broken')), 'broken'],
    [new ThreadEnded(), 'it ended too early'],
    [new Error('cannot prepare'), 'cannot prepare'],
  ])('stops all when one fails, and keeps what the others measured: %s', async (thrown, failure) => {
    const oneFails: StartThread = (order, onEvent) =>
      order.thread === 0
        ? { totals: Promise.reject(thrown), send: () => undefined }
        : endsWhenStopped(order, onEvent);
    const threads = new LoadThreads(ORDER, { first: 0, count: 3, total: 3 }, oneFails, listener);
    await threads.ready;
    expect(threads.failure).toBe(failure);
    expect(await threads.done).toEqual([TOTALS, TOTALS]);
  });
});
