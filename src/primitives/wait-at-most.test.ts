import { expect, it } from 'vitest';
import { waitAtMost } from './wait-at-most.js';

it('ends with the work', async () => {
  let isDone = false;
  await waitAtMost(
    60_000,
    Promise.resolve().then(() => (isDone = true)),
  );
  expect(isDone).toBe(true);
});

it('ends without work that takes too long', async () => {
  await expect(waitAtMost(1, new Promise(() => undefined))).resolves.toBeUndefined();
});

it('fails as the work does', async () => {
  await expect(waitAtMost(60_000, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
});
