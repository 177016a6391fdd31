import { describe, expect, it } from 'vitest';
import { parseThreshold, parseThresholdList, type Threshold } from '../../primitives/threshold.js';
import { LatencyHistogram } from './latency.js';
import { readStressOptions } from '../plan/stress-options.js';
import { chooseThreadCount } from '../load-threads.js';
import { checkThresholds } from './thresholds.js';
import { checkValidity } from './validity.js';

function measured(times: readonly number[], errors = 0): Parameters<typeof checkThresholds>[1] {
  const latency = new LatencyHistogram();
  for (const time of times) latency.record(time);
  return { latency, total: times.length, errors, rps: 50 };
}

function listed(text: string): readonly Threshold[] {
  const list = parseThresholdList(text);
  if ('reason' in list) throw new Error(list.reason);
  return list;
}

describe('checkThresholds', () => {
  it('compares as written', () => {
    const results = checkThresholds(
      listed('max<30ms,max<=30ms,mean<=20ms,errors<=50%,errors<50%,rps>50,rps>=50'),
      measured([10, 30], 1),
    );
    expect(results.map(({ passed }) => passed)).toEqual([false, true, true, true, false, false, true]);
    expect(results[3]).toEqual({
      metric: 'errors',
      threshold: '<=50%',
      actual: 50,
      passed: true,
      measured: true,
    });
  });

  it('compares unrounded values', () => {
    const [result] = checkThresholds(listed('mean<10ms'), measured([9.9999, 9.9999]));
    expect(result).toMatchObject({ actual: 10, passed: true });
    const share = parseThreshold('errors', '0.7%');
    const thousand = Array.from({ length: 1000 }, () => 1);
    expect(checkThresholds(share ? [share] : [], measured(thousand, 7))[0]?.passed).toBe(true);
  });

  it('fails without a sample', () => {
    for (const result of checkThresholds(listed('p95<1s,errors<=100%,rps>=0'), measured([]))) {
      expect(result).toMatchObject({ actual: 0, passed: false, measured: false });
    }
  });
});

describe('checkValidity', () => {
  const fine = {
    lagP99: 10,
    planned: 1000,
    dropped: 1,
    dropReason: 'waiting',
    slots: 100,
    sent: 999,
    unsentReason: '',
    stopped: false,
    cpuPercent: 80,
  } as const;

  it('accepts what just fits', () => {
    expect(checkValidity(fine)).toEqual({
      valid: true,
      reasons: [],
      lagP99Ms: 10,
      droppedSends: 1,
      cpuPercent: 80,
    });
  });

  it.each([
    ['late', { lagP99: 10.01 }],
    ['never begun', { dropped: 2 }],
    ['CPU', { cpuPercent: 80.1 }],
    ['nothing was sent', { sent: 0 }],
  ])('gives the reason: %s', (word, change) => {
    const { valid, reasons } = checkValidity({ ...fine, ...change });
    expect(valid).toBe(false);
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toContain(word);
  });
});

describe('the reason for dropped iterations', () => {
  const figures = {
    lagP99: 0,
    planned: 60,
    dropped: 12,
    slots: 2,
    sent: 48,
    unsentReason: '',
    stopped: false,
    cpuPercent: 0,
  };
  it.each([
    [{ dropReason: 'waiting' }, 'all 2 slots were busy waiting for responses'],
    [{ dropReason: 'connecting' }, 'all 2 slots were busy connecting to the target'],
    [{ dropReason: 'waiting', slots: 1 }, 'the only slot was busy waiting for responses'],
    [{ dropReason: 'late' }, 'the generator was too late to start them'],
    [
      { dropReason: 'waiting', stopped: true },
      'when the test was stopped, all 2 slots were busy waiting for responses',
    ],
  ] as const)('%j', (change, reason) => {
    expect(checkValidity({ ...figures, ...change }).reasons).toEqual([
      `12 of 60 planned iterations were never begun; ${reason}`,
    ]);
  });
});

describe('readStressOptions', () => {
  it('has defaults', () => {
    expect(readStressOptions({ duration: 1000, seed: 1 })).toEqual({
      mode: 'rate',
      duration: 1000,
      rate: 10,
      vus: 0,
      maxVUs: 100,
      rampUp: 0,
      thinkTime: 0,
      thresholds: [],
      seed: 1,
    });
    expect(readStressOptions({ duration: 1000, vus: 500 })).toMatchObject({ mode: 'vus', maxVUs: 500 });
    expect(
      readStressOptions({ duration: 1, thresholds: listed('rps>1,p95<1s') }).thresholds.map(
        ({ metric }) => metric,
      ),
    ).toEqual(['p95', 'rps']);
  });

  it.each([
    [{ duration: 0 }, 'duration must be'],
    [{ duration: 86_400_001 }, 'duration must be'],
    [{ duration: Number.NaN }, 'duration must be'],
    [{ duration: 1, rate: 0 }, 'rate must be'],
    [{ duration: 1, rate: 100_001, vus: 1 }, 'rate must be'],
    [{ duration: 1, vus: 0 }, 'vus must be a whole number from 1 to 10000'],
    [{ duration: 1, vus: 1.5 }, 'vus must be'],
    [{ duration: 1, vus: 20, maxVUs: 10 }, 'vus must be at most maxVUs, which is 10'],
    [{ duration: 1, maxVUs: 10_001 }, 'maxVUs must be'],
    [{ duration: 100, rampUp: 101 }, 'rampUp must be a duration from 0 to duration'],
    [{ duration: 1, thinkTime: 3_600_001 }, 'thinkTime must be'],
    [{ duration: 1, seed: 0.5 }, 'seed must be a whole number'],
  ])('refuses %j', (input, message) => {
    expect(() => readStressOptions(input)).toThrow(message);
  });
});

describe('chooseThreadCount', () => {
  it.each([
    [{ rate: 5000 }, 8, 1],
    [{ rate: 5001 }, 8, 2],
    [{ rate: 100_000 }, 8, 7],
    [{ rate: 100_000, maxVUs: 3 }, 8, 3],
    [{ vus: 16 }, 8, 1],
    [{ vus: 17 }, 8, 2],
    [{ vus: 10_000 }, 4, 3],
    [{ vus: 10_000 }, 1, 1],
  ])('%j on %i cores: %i', (input, cores, wanted) => {
    expect(chooseThreadCount(readStressOptions({ duration: 1, ...input }), cores)).toBe(wanted);
  });
});
