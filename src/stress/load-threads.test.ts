import { describe, expect, it } from 'vitest';
import { LoadThreads, type StartThread } from './load-threads.js';
import { stressOptions } from './options.js';
import { Recorder } from './recorder.js';
import type { LoadOrder } from './worker-messages.js';

const ORDER: Omit<LoadOrder, 'thread' | 'threads' | 'slots'> = {
  stress: stressOptions({ duration: 1000 }),
} as LoadOrder;

describe('LoadThreads', () => {
  it('waits for no thread to become ready that was stopped before', async () => {
    const totals = new Recorder(0, () => undefined).totals(0);
    const endsWhenStopped: StartThread = (_order, { onMessage }) => ({
      post: ({ kind }) => {
        if (kind === 'stop') onMessage({ kind: 'done', totals });
      },
    });
    const listener = { onCell: () => undefined, onDrain: () => undefined };
    const threads = new LoadThreads(ORDER, 2, endsWhenStopped, listener);
    threads.stop();
    await threads.ready;
    expect(await threads.done).toEqual([totals, totals]);
    expect(threads.failure).toBe('');
  });
});
