import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Repeating } from './repeating.js';
import { QueueLost } from './transport/queue-transport.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('work that is repeated', () => {
  it('is done once in each period', async () => {
    const work = vi.fn(() => Promise.resolve());
    const repeating = new Repeating(work, () => undefined);
    repeating.start(1000);
    await vi.advanceTimersByTimeAsync(3500);
    expect(work).toHaveBeenCalledTimes(3);
    await repeating.stop();
    await vi.advanceTimersByTimeAsync(3000);
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('is not done in between when it is asked for more often', async () => {
    const work = vi.fn(() => Promise.resolve());
    const repeating = new Repeating(work, () => undefined);
    repeating.start(1000);
    for (let count = 0; count < 10; count += 1) {
      await vi.advanceTimersByTimeAsync(900);
      await repeating.now();
    }
    expect(work).toHaveBeenCalledTimes(10);
    await vi.advanceTimersByTimeAsync(1000);
    expect(work).toHaveBeenCalledTimes(11);
    await repeating.stop();
  });

  it('goes on while the queue is away, and tells any other failure', async () => {
    const faults: unknown[] = [];
    const failures = [new QueueLost('away'), new Error('a defect')];
    const work = vi.fn(() => Promise.reject(failures.shift() ?? new QueueLost('away')));
    const repeating = new Repeating(work, (error) => faults.push(error));
    repeating.start(1000);
    await vi.advanceTimersByTimeAsync(3500);
    expect(work).toHaveBeenCalledTimes(3);
    expect(faults).toEqual([new Error('a defect')]);
    await repeating.stop();
  });
});
