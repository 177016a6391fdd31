import { describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../../test/support/manual-clock.js';
import { Repeating } from './repeating.js';
import { QueueLost } from './transport/queue-transport.js';

describe('work that is repeated', () => {
  it('is done once in each period', async () => {
    const work = vi.fn(() => Promise.resolve());
    const clock = new ManualClock();
    const repeating = new Repeating(clock, work, () => undefined);
    repeating.start(1000);
    await clock.turn(3500);
    expect(work).toHaveBeenCalledTimes(3);
    await repeating.stop();
    await clock.turn(3000);
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('is not done in between when it is asked for more often', async () => {
    const work = vi.fn(() => Promise.resolve());
    const clock = new ManualClock();
    const repeating = new Repeating(clock, work, () => undefined);
    repeating.start(1000);
    for (let count = 0; count < 10; count += 1) {
      await clock.turn(900);
      await repeating.now();
    }
    expect(work).toHaveBeenCalledTimes(10);
    await clock.turn(1000);
    expect(work).toHaveBeenCalledTimes(11);
    await repeating.stop();
  });

  it('goes on while the queue is away, and tells any other failure', async () => {
    const faults: unknown[] = [];
    const failures = [new QueueLost('away'), new Error('a defect')];
    const work = vi.fn(() => Promise.reject(failures.shift() ?? new QueueLost('away')));
    const clock = new ManualClock();
    const repeating = new Repeating(clock, work, (error) => faults.push(error));
    repeating.start(1000);
    await clock.turn(3500);
    expect(work).toHaveBeenCalledTimes(3);
    expect(faults).toEqual([new Error('a defect')]);
    await repeating.stop();
  });
});
