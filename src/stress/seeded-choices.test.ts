import { describe, expect, it } from 'vitest';
import { TurnedTime } from '../../test/support/runs/load-time.js';
import { loopback } from '../../test/support/runs/run-requests.js';
import { stressRun } from '../../test/support/runs/stress-run.js';

describe('a load test with a seed', () => {
  it('makes the same choices with the same seed', async () => {
    const { url, seen } = await loopback();
    const text = ['a', 'b', 'c', 'd'].map((name) => `### ${name}\nGET ${url}/${name}\n`).join('');
    const choices = async (seed: number): Promise<string[]> => {
      seen.length = 0;
      // With a slot for each, none can be dropped: one slot would be late for the last when a response takes long.
      await stressRun({ 'a.http': text }, { stress: { duration: 300, rate: 100, seed, maxVUs: 30 } });
      return seen.toSorted();
    };
    const first = await choices(5);
    expect(first).toHaveLength(30);
    expect(await choices(5)).toEqual(first);
    expect(await choices(6)).not.toEqual(first);
  });

  it('makes them in the same order', async () => {
    let time = new TurnedTime();
    const { url, seen } = await loopback(async (_request, response) => {
      await time.hold(10, response);
      return 200;
    });
    const text = ['a', 'b', 'c', 'd'].map((name) => `### ${name}\nGET ${url}/${name}\n`).join('');
    const order = async (seed: number): Promise<string[]> => {
      seen.length = 0;
      time = new TurnedTime();
      // One user sends one after the other, so that what arrives is in the order of the choices.
      await stressRun({ 'a.http': text }, { time, stress: { duration: 300, vus: 1, seed } });
      return [...seen];
    };
    const first = await order(5);
    expect(first).toHaveLength(30);
    expect(await order(5)).toEqual(first);
    expect(await order(6)).not.toEqual(first);
  });
});
