import { describe, expect, it } from 'vitest';
import { freeze } from './stress/target.js';
import { checkOnTime } from './support/on-time.js';

describe('a measurement that needs processors on time', () => {
  it('fails when it is wrong', async () => {
    let count = 0;
    const measure = (): Promise<() => void> => {
      count += 1;
      return Promise.resolve(() => expect('late').toBe('on time'));
    };
    await expect(checkOnTime(measure)).rejects.toThrow('on time');
    expect(count).toBe(1);
  });

  it('is repeated until it is right when a bare timer was late', async () => {
    let count = 0;
    await checkOnTime(async () => {
      const number = (count += 1);
      freeze(200);
      // The timer, which was due meanwhile, comes first.
      await new Promise((resolve) => setTimeout(resolve, 0));
      return () => expect(number).toBe(3);
    });
    expect(count).toBe(3);
  });

  it('is repeated until it is right when a process under test was late', async () => {
    let count = 0;
    await checkOnTime(async (noteLate) => {
      const number = (count += 1);
      noteLate();
      return () => expect(number).toBe(2);
    });
    expect(count).toBe(2);
  });

  it('is called not measured when the machine is late every time', async () => {
    let count = 0;
    const reasons: string[] = [];
    await checkOnTime(
      async (noteLate) => {
        count += 1;
        noteLate(250);
        return () => expect('late').toBe('on time');
      },
      (reason) => reasons.push(reason),
    );
    expect(count).toBe(5);
    expect(reasons).toEqual([expect.stringMatching(/^not measured: this machine was late by 2\d\d\.\d ms$/)]);
  });
});
