import { describe, expect, it } from 'vitest';
import { keptResult, keptRun } from '../../../test/support/runs/kept-run.js';
import { KeptRuns } from './kept-runs.js';

const SMALL = { maxRuns: 3, maxBytes: 10_000 };

function filled(count: number, limits = SMALL): KeptRuns {
  const runs = new KeptRuns(limits);
  for (let at = 0; at < count; at += 1) runs.add(keptRun([], { id: runs.nextId() }));
  return runs;
}

describe('kept runs', () => {
  it('are numbered from 1 and found by their id', () => {
    const runs = filled(2);
    expect(runs.find('r1').id).toBe('r1');
    expect(runs.find('r2').id).toBe('r2');
    expect(runs.nextId()).toBe('r3');
  });

  it('are the newest ones', () => {
    const runs = filled(5);
    expect(() => runs.find('r2')).toThrow('run r2 is no longer kept; run it again');
    expect(runs.find('r3').id).toBe('r3');
    expect(() => runs.find('r6')).toThrow('run r6 does not exist; the newest is r5');
  });

  it('are 20 of at most 64 MiB', () => {
    const runs = new KeptRuns();
    for (let at = 0; at < 21; at += 1) runs.add(keptRun([], { id: runs.nextId() }));
    expect(() => runs.find('r1')).toThrow('no longer kept');
    expect(runs.find('r2').id).toBe('r2');
    const text = 'x'.repeat(256 * 1024);
    const large = Array.from({ length: 200 }, () => keptResult({ body: text }));
    for (let at = 0; at < 2; at += 1) runs.add(keptRun(large, { id: runs.nextId() }));
    expect(() => runs.find('r22')).toThrow('no longer kept');
    expect(runs.find('r23').results[0]?.response?.body.text).toBe(text);
  });

  it('report the failure as not_found', () => {
    expect(() => new KeptRuns().find('r9')).toThrow(expect.objectContaining({ code: 'not_found' }));
    expect(() => new KeptRuns().find('r9')).toThrow('run r9 is no longer kept; run it again');
  });

  it('give way when a new one needs their room', () => {
    const runs = new KeptRuns(SMALL);
    for (let at = 0; at < 3; at += 1)
      runs.add(keptRun([keptResult({ body: 'x'.repeat(4000) })], { id: runs.nextId() }));
    expect(() => runs.find('r1')).toThrow('no longer kept');
    expect(runs.find('r3').results).toHaveLength(1);
  });

  it('lose bodies when one is too large by itself, those of failures last', () => {
    const runs = new KeptRuns({ maxRuns: 3, maxBytes: 8000 });
    const body = 'x'.repeat(3000);
    const results = (['failed', 'passed', 'passed'] as const).map((status) => keptResult({ status, body }));
    runs.add(keptRun(results, { id: runs.nextId() }));
    const bodies = runs.find('r1').results.map(({ response }) => response?.body);
    expect(bodies).toEqual([
      { text: body, isCut: false },
      { text: '', isCut: true },
      { text: body, isCut: false },
    ]);
  });

  it('count bytes, not characters', () => {
    const runs = new KeptRuns({ maxRuns: 3, maxBytes: 4500 });
    runs.add(keptRun([keptResult({ body: '€'.repeat(2000) })], { id: runs.nextId() }));
    expect(runs.find('r1').results[0]?.response?.body).toEqual({ text: '', isCut: true });
  });
});
