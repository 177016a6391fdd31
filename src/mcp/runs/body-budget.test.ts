import { expect, it } from 'vitest';
import { BodyBudget } from './body-budget.js';

it('keeps bodies whole until they take too much together, then the start of each', () => {
  const bodies = new BodyBudget(272_000, 400_000);
  const kept: number[] = [];
  for (const size of [272_000, 100_000, 272_000, 272_000]) {
    kept.push(bodies.next);
    bodies.take(Math.min(size, bodies.next));
  }
  expect(kept).toEqual([272_000, 128_000, 28_000, 20_480]);
});

it('is large enough for the bodies that are kept in the end', () => {
  const bodies = new BodyBudget(272 * 1024);
  for (let taken = 0; taken < 64 * 1024 * 1024; taken += 256 * 1024) {
    expect(bodies.next).toBe(272 * 1024);
    bodies.take(256 * 1024);
  }
});
