import { describe, expect, it } from 'vitest';
import { keptResult, keptRun } from '../../../test/support/runs/kept-run.js';
import { KeptRuns } from './kept-runs.js';

const SMALL = { maxRuns: 3, maxBytes: 10_000 };

async function filled(count: number, limits = SMALL): Promise<KeptRuns> {
  const runs = new KeptRuns(limits);
  for (let at = 0; at < count; at += 1) await runs.perform(async (id) => keptRun([], { id }));
  return runs;
}

describe('kept runs', () => {
  it('are numbered from 1 and found by their id', async () => {
    const runs = await filled(2);
    expect(runs.find('r1').id).toBe('r1');
    expect(runs.find('r2').id).toBe('r2');
    expect((await runs.perform(async (id) => keptRun([], { id }))).id).toBe('r3');
  });

  it('are the newest ones', async () => {
    const runs = await filled(5);
    expect(() => runs.find('r2')).toThrow('run r2 is no longer kept; run it again');
    expect(runs.find('r3').id).toBe('r3');
    expect(() => runs.find('r6')).toThrow('run r6 does not exist; the newest is r5');
  });

  it('are 20 of at most 64 MiB', async () => {
    const runs = new KeptRuns();
    for (let at = 0; at < 21; at += 1) await runs.perform(async (id) => keptRun([], { id }));
    expect(() => runs.find('r1')).toThrow('no longer kept');
    expect(runs.find('r2').id).toBe('r2');
    const text = 'x'.repeat(256 * 1024);
    const large = Array.from({ length: 200 }, () => keptResult({ body: text }));
    for (let at = 0; at < 2; at += 1) await runs.perform(async (id) => keptRun(large, { id }));
    expect(() => runs.find('r22')).toThrow('no longer kept');
    expect(runs.find('r23').results[0]?.response?.body.text).toBe(text);
  });

  it('report the failure as not_found', async () => {
    expect(() => new KeptRuns().find('r9')).toThrow(expect.objectContaining({ code: 'not_found' }));
    expect(() => new KeptRuns().find('r9')).toThrow('run r9 is no longer kept; run it again');
  });

  it('give way when a new one needs their room', async () => {
    const runs = new KeptRuns(SMALL);
    for (let at = 0; at < 3; at += 1)
      await runs.perform(async (id) => keptRun([keptResult({ body: 'x'.repeat(4000) })], { id }));
    expect(() => runs.find('r1')).toThrow('no longer kept');
    expect(runs.find('r3').results).toHaveLength(1);
  });

  it('lose bodies when one is too large by itself, those of failures last', async () => {
    const runs = new KeptRuns({ maxRuns: 3, maxBytes: 8000 });
    const body = 'x'.repeat(3000);
    const results = (['failed', 'passed', 'passed'] as const).map((status) => keptResult({ status, body }));
    await runs.perform(async (id) => keptRun(results, { id }));
    const bodies = runs.find('r1').results.map(({ response }) => response?.body);
    expect(bodies).toEqual([
      { text: body, isCut: false },
      { text: '', isCut: true },
      { text: body, isCut: false },
    ]);
  });

  it('count bytes, not characters', async () => {
    const runs = new KeptRuns({ maxRuns: 3, maxBytes: 4500 });
    await runs.perform(async (id) => keptRun([keptResult({ body: '€'.repeat(2000) })], { id }));
    expect(runs.find('r1').results[0]?.response?.body).toEqual({ text: '', isCut: true });
  });

  it('tell that a run is still going on, and forget one that could not be performed', async () => {
    const runs = await filled(1);
    await expect(
      runs.perform((id) => {
        expect(() => runs.find(id)).toThrow('run r2 is still going on; wait for its result');
        return Promise.reject(new Error('no'));
      }),
    ).rejects.toThrow('no');
    expect(() => runs.find('r2')).toThrow('run r2 is no longer kept');
  });
});
