import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../test/support/manual-clock.js';
import { elapsed, setClock, sleepOn, systemClock } from './clock.js';

it('counts milliseconds', () => {
  const before = performance.now();
  const start = elapsed();
  const after = performance.now();
  while (performance.now() < after + 5) continue;
  const least = performance.now() - after;
  const measured = elapsed() - start;
  const most = performance.now() - before;
  expect(measured).toBeGreaterThan(least - 0.1);
  expect(measured).toBeLessThan(most + 0.1);
});

it('never goes back', () => {
  const times = Array.from({ length: 1000 }, elapsed);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

it('reads the clock it was given', () => {
  setClock(() => 42);
  try {
    expect(elapsed()).toBe(42);
  } finally {
    setClock(() => performance.now());
  }
});

describe('the clock of the process', () => {
  it('never calls before the time, although timers of Node fire early', async () => {
    const early: number[] = [];
    const calls = Array.from({ length: 200 }, async (_, index) => {
      const time = systemClock.now() + index / 7;
      await new Promise<void>((resolve) => void systemClock.at(time, resolve));
      if (systemClock.now() < time) early.push(time);
    });
    await Promise.all(calls);
    expect(early).toEqual([]);
  });

  it('waits for a time that is too far away for a timer of Node', async () => {
    let isCalled = false;
    const far = systemClock.at(systemClock.now() + 2 ** 40, () => (isCalled = true));
    const never = systemClock.at(Infinity, () => (isCalled = true));
    await systemClock.sleep(5);
    far.cancel();
    never.cancel();
    expect(isCalled).toBe(false);
  });

  it('does not call what was cancelled', async () => {
    let isCalled = false;
    systemClock.at(systemClock.now() + 1, () => (isCalled = true)).cancel();
    await systemClock.sleep(5);
    expect(isCalled).toBe(false);
  });
});

describe('a sleep', () => {
  it('ends at its time', async () => {
    const clock = new ManualClock();
    let isOver: boolean | undefined;
    void sleepOn(clock, 100).then((value) => (isOver = value));
    await clock.turn(99.9);
    expect(isOver).toBeUndefined();
    await clock.turn(0.1);
    expect(isOver).toBe(true);
  });

  it('ends early when it is aborted, and leaves no timer behind', async () => {
    const clock = new ManualClock();
    const stop = new AbortController();
    const sleep = clock.sleep(100, stop.signal);
    expect(clock.waiting).toBe(1);
    stop.abort();
    await expect(sleep).resolves.toBe(false);
    expect(clock.waiting).toBe(0);
    await expect(clock.sleep(100, stop.signal)).resolves.toBe(false);
  });
});

describe('a clock that is turned by hand', () => {
  it('calls in the order of the times, also what is added meanwhile', async () => {
    const clock = new ManualClock(0);
    const calls: [string, number][] = [];
    const note = (name: string) => () => void calls.push([name, clock.now()]);
    clock.at(20, note('b'));
    clock.at(10, () => {
      note('a')();
      clock.at(15, note('between'));
    });
    clock.at(31, note('later'));
    await clock.turn(30);
    expect(calls).toEqual([
      ['a', 10],
      ['between', 15],
      ['b', 20],
    ]);
    expect(clock.now()).toBe(30);
    expect(clock.next).toBe(31);
  });
});
