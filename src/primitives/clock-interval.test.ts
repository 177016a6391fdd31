import { expect, it } from 'vitest';
import { ManualClock } from '../../test/support/manual-clock.js';
import { every } from './clock.js';

it('an interval calls each time after the same time, until it is ended', async () => {
  const clock = new ManualClock();
  const start = clock.now();
  const calls: number[] = [];
  const end = every(clock, 250, () => calls.push(clock.now() - start));
  await clock.turn(1000);
  expect(calls).toEqual([250, 500, 750, 1000]);
  end();
  await clock.turn(1000);
  expect([calls.length, clock.waiting]).toEqual([4, 0]);
});

it('an interval may be ended by its own call', async () => {
  const clock = new ManualClock();
  let count = 0;
  const end = every(clock, 10, () => {
    count++;
    end();
  });
  await clock.turn(100);
  expect([count, clock.waiting]).toEqual([1, 0]);
});
