import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { eachOf } from './each-of.js';

describe('eachOf', () => {
  it('does the work for every item, never more at once than allowed', async () => {
    let running = 0;
    let most = 0;
    const done: number[] = [];
    await eachOf([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
      most = Math.max(most, (running += 1));
      await sleep(0);
      running -= 1;
      done.push(item);
    });
    expect(new Set(done)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7]));
    expect(most).toBe(3);
  });

  it('ends with the first failure', async () => {
    const work = eachOf([1, 2, 3], 1, async (item) => {
      if (item === 2) throw new Error('two');
      await sleep(0);
    });
    await expect(work).rejects.toThrow('two');
  });
});
