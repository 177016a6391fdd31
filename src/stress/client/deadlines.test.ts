import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Deadline, Deadlines } from './deadlines.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('Deadlines', () => {
  it('run out in order, each with its own limit', () => {
    const deadlines = new Deadlines();
    const expired: string[] = [];
    const start = (name: string, limit: number): Deadline => {
      const deadline = new Deadline(() => expired.push(name));
      deadlines.start(deadline, performance.now(), limit);
      return deadline;
    };
    start('a', 100);
    const answered = start('b', 100);
    start('c', 50);
    vi.advanceTimersByTime(40);
    start('d', 100);
    answered.clear();
    vi.advanceTimersByTime(20);
    expect(expired).toEqual(['c']);
    vi.advanceTimersByTime(50);
    expect(expired).toEqual(['c', 'a']);
    vi.advanceTimersByTime(50);
    expect(expired).toEqual(['c', 'a', 'd']);
  });

  it('may be started again, also while they run out', () => {
    const deadlines = new Deadlines();
    let count = 0;
    const deadline = new Deadline(() => {
      count++;
      if (count < 3) deadlines.start(deadline, performance.now(), 10);
    });
    deadlines.start(deadline, performance.now(), 10);
    deadlines.start(deadline, performance.now(), 10);
    vi.advanceTimersByTime(100);
    expect(count).toBe(3);
    deadline.clear();
    deadline.clear();
  });
});
