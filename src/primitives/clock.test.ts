import { expect, it } from 'vitest';
import { elapsed, setClock } from './clock.js';

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
