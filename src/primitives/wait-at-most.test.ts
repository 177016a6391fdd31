import { describe, expect, it } from 'vitest';
import { waitAtMost } from './wait-at-most.js';

describe('waitAtMost', () => {
  it('ends with the work, or with the time', async () => {
    let isDone = false;
    const work = new Promise<void>((resolve) => {
      setImmediate(() => {
        isDone = true;
        resolve();
      });
    });
    await waitAtMost(60_000, work);
    expect(isDone).toBe(true);
    await expect(waitAtMost(1, new Promise(() => undefined))).resolves.toBeUndefined();
  });

  it('passes on a failure of the work', async () => {
    await expect(waitAtMost(60_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });
});
