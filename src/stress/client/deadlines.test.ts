import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { Deadline, Deadlines } from './deadlines.js';

describe('Deadlines', () => {
  it('run out in order, each with its own limit', async () => {
    const clock = new ManualClock();
    const deadlines = new Deadlines(clock);
    const expired: string[] = [];
    const start = (name: string, limit: number): Deadline => {
      const deadline = new Deadline(() => expired.push(name));
      deadlines.start(deadline, clock.now(), limit);
      return deadline;
    };
    start('a', 100);
    const finished = start('b', 100);
    start('c', 50);
    await clock.turn(40);
    start('d', 100);
    finished.clear();
    await clock.turn(20);
    expect(expired).toEqual(['c']);
    await clock.turn(50);
    expect(expired).toEqual(['c', 'a']);
    await clock.turn(50);
    expect(expired).toEqual(['c', 'a', 'd']);
  });

  it('may be started again, also while they run out', async () => {
    const clock = new ManualClock();
    const deadlines = new Deadlines(clock);
    let count = 0;
    const deadline = new Deadline(() => {
      count++;
      if (count < 3) deadlines.start(deadline, clock.now(), 10);
    });
    deadlines.start(deadline, clock.now(), 10);
    deadlines.start(deadline, clock.now(), 10);
    await clock.turn(100);
    expect(count).toBe(3);
    deadline.clear();
    deadline.clear();
  });
});
