import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { queueByKey } from './queue-by-key.js';

describe('inTurn', () => {
  it('runs work of one key in order of arrival, also after a failure', async () => {
    const seen: string[] = [];
    const work =
      (name: string, turns: number, fails = false) =>
      async (): Promise<string> => {
        seen.push(`${name} starts`);
        for (let turn = 0; turn < turns; turn += 1) await turnOfTheLoop();
        seen.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      };
    const results = await Promise.allSettled([
      queueByKey('k', work('a', 20, true)),
      queueByKey('k', work('b', 5)),
      queueByKey('k', work('c', 0)),
    ]);
    expect(seen).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });

  it('lets different keys overlap', async () => {
    const seen: string[] = [];
    let endOne = (): void => undefined;
    await Promise.all([
      queueByKey('one', async () => {
        await new Promise<void>((resolve) => (endOne = resolve));
        seen.push('one');
      }),
      queueByKey('two', async () => {
        seen.push('two');
        endOne();
      }),
    ]);
    expect(seen).toEqual(['two', 'one']);
  });
});
