import { describe, expect, it } from 'vitest';
import { freeze } from './stress/target.js';
import { checkOnTime } from './support/on-time.js';

describe('a measurement that needs processors on time', () => {
  it('is not repeated once it is right', async () => {
    let count = 0;
    await checkOnTime(() => {
      const number = (count += 1);
      return Promise.resolve(() => expect(number).toBe(2));
    });
    expect(count).toBe(2);
  });

  it('fails when it stays wrong', async () => {
    let count = 0;
    const measure = (): Promise<() => void> => {
      count += 1;
      return Promise.resolve(() => expect('late').toBe('on time'));
    };
    await expect(checkOnTime(measure)).rejects.toThrow('on time');
    expect(count).toBe(5);
  });

  it('may be wrong more often while a bare timer is late', async () => {
    let count = 0;
    await checkOnTime(async () => {
      const number = (count += 1);
      // The timer is due when the thread stands still.
      await new Promise((resolve) => setImmediate(resolve));
      if (number < 8) freeze(400);
      await new Promise((resolve) => setTimeout(resolve, 0));
      return () => expect(number).toBeGreaterThanOrEqual(8);
    });
    expect(count).toBe(8);
  });
});
