import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { elapsed } from './clock.js';

it('counts milliseconds', async () => {
  const before = performance.now();
  const start = elapsed();
  const after = performance.now();
  await pause(30);
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
