import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { parseThresholdList } from '../../primitives/threshold.js';
import { SecretSet } from '../../redaction/secret-set.js';
import type { FindResult, FindStep } from '../../stress/measure/find-figures.js';
import { readStressOptions } from '../../stress/plan/stress-options.js';
import { styler } from '../console/style.js';
import { findConsole, findEnding } from './find-console.js';
import { stressLine } from './stress-line.js';

const find = parseThresholdList('p95<200ms');
if ('reason' in find) throw new Error(find.reason);
const stress = readStressOptions({ duration: 5000, find });

function step(
  rate: number,
  verdict: FindStep['verdict'],
  p95: number,
  changes: Partial<FindStep> = {},
): FindStep {
  const counts = { totalRequests: 100, errorPercent: 0, droppedCount: 0, lagP99Ms: 1, cpuPercent: 20 };
  return { rate, verdict, seconds: 5, ...counts, values: { p95 }, ...changes };
}

const RESULT: FindResult = {
  limits: { p95: '<200ms' },
  rate: 734,
  limitedBy: 'target',
  failedAt: 766,
  precision: 5,
  seconds: 76.7,
  steps: [
    step(50, 'held', 6.12),
    step(800, 'broken', 410),
    step(800, 'broken', 455),
    step(566, 'broken', 300),
    step(566, 'held', 6.4),
    step(734, 'held', 31),
    step(766, 'generator', 20),
    step(766, 'broken', 236.4),
    step(734, 'held', 58.2, { seconds: 10.004 }),
  ],
};

function ending(changes: Partial<FindResult>): string {
  return findEnding({ find: { ...RESULT, ...changes }, stress });
}

describe('findConsole', () => {
  it('shows each rate once, and what ended the search', () => {
    const text = findConsole({
      find: RESULT,
      stress,
      files: ['shop.http'],
      secrets: new SecretSet(),
      style: styler(false),
    });
    expect(text).toBe(dedent`
      Find: shop.http  p95 < 200ms
          50/s  held       p95 6.1ms
         800/s  broken     p95 455ms  (twice)
         566/s  held       p95 6.4ms  (second try)
         734/s  held       p95 31.0ms
         766/s  broken     p95 236ms  (twice)
         734/s  held       p95 58.2ms  (confirmed, 10s)
      Highest rate  734/s; the target ended it: at 766/s p95 was 236ms (9 steps, 77s)
    `);
  });

  it('names other ends', () => {
    const late = step(42_000, 'generator', 5, { lagP99Ms: 18.2 });
    expect(ending({ rate: 40_000, limitedBy: 'generator', failedAt: 42_000, steps: [late] })).toBe(
      '40000/s; the generator ended it: at 42000/s 1 of 100 requests was sent 18.2 ms late; the target may take more (1 step, 77s)',
    );
    const busy = step(42_000, 'generator', 5, { cpuPercent: 96.6 });
    expect(ending({ limitedBy: 'generator', failedAt: 42_000, steps: [busy] })).toContain(
      'at 42000/s it used 97 % CPU per load thread; the target may take more',
    );
    const lost = step(42_000, 'generator', 5);
    expect(ending({ limitedBy: 'generator', failedAt: 42_000, steps: [lost] })).toContain(
      'at 42000/s a worker was lost or began too late; the target may take more',
    );
    expect(
      ending({ rate: 850, limitedBy: 'slots', failedAt: 900, steps: [step(900, 'slots', 5)] }),
    ).toContain('all slots were busy at 900/s; raise --max-vus');
    expect(ending({ rate: 100_000, limitedBy: 'range', failedAt: null })).toContain(
      '100000/s held; the target may take more',
    );
    expect(ending({ rate: 0, failedAt: 1, steps: [step(1, 'broken', 640)] })).toBe(
      'no rate holds: at 1/s p95 was 640ms (1 step, 77s)',
    );
    expect(ending({ rate: 400, limitedBy: 'budget', failedAt: null })).toContain(
      '400/s; the time ended it before a closer answer',
    );
    expect(ending({ rate: 0, limitedBy: 'budget', failedAt: null, steps: [] })).toContain(
      'no rate was found in time',
    );
  });
});

describe('stressLine', () => {
  it('shows the step of a search', () => {
    const stats = { p95Ms: 6.42 } as Parameters<typeof stressLine>[0]['stats'];
    const update = { phase: 'load', elapsed: 3.2, stats } as Parameters<typeof stressLine>[0];
    expect(stressLine({ ...update, find: { step: 7, rate: 566, low: 400, high: 800 } }, stress)).toBe(
      'step 7  566/s  00:03  p95 6.4ms  400/s held, 800/s failed',
    );
    expect(stressLine({ ...update, find: { step: 1, rate: 50, low: 0, high: null } }, stress)).toBe(
      'step 1  50/s  00:03  p95 6.4ms',
    );
  });
});
