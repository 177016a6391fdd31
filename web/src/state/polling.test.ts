import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { poll } from './polling.js';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Polls every second, with calls that take so long, and returns when they began. */
async function callsWithin(totalMs: number, callMs: number): Promise<number[]> {
  const began: number[] = [];
  const start = performance.now();
  const stop = poll(async () => {
    began.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, callMs));
  }, 1000);
  await vi.advanceTimersByTimeAsync(totalMs);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  return began;
}

it('waits for the interval between quick calls, until it is stopped', async () => {
  expect(await callsWithin(3500, 10)).toEqual([0, 1010, 2020, 3030]);
});

it('waits longer after a slow call, because the server may be busy', async () => {
  expect(await callsWithin(7000, 100)).toEqual([0, 2100, 4200, 6300]);
});

it('is not silent for long after a very slow call', async () => {
  expect(await callsWithin(15_000, 2000)).toEqual([0, 7000, 14_000]);
});

it('does not call while the page is hidden', async () => {
  vi.stubGlobal('document', { hidden: true });
  expect(await callsWithin(5000, 10)).toEqual([]);
});
