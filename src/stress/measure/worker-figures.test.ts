import { describe, expect, it } from 'vitest';
import { LatencyHistogram } from './latency.js';
import { LoadRecorder, NONE_DROPPED, type Dropped } from './load-recorder.js';
import { checkWorkers, distributedResult, type WorkerFigures } from './worker-figures.js';

interface Wanted extends Partial<Omit<WorkerFigures, 'totals'>> {
  readonly lagMs?: number;
  readonly firstLagMs?: number;
  readonly dropped?: Dropped;
}

function worker({ lagMs = 1, firstLagMs = 1, dropped = NONE_DROPPED, ...figures }: Wanted): WorkerFigures {
  const lag = new LatencyHistogram();
  lag.record(lagMs);
  const totals = new LoadRecorder(1, () => undefined).totals(dropped);
  return {
    name: 'eu-1',
    version: '1.0.0',
    threads: 2,
    totals: { ...totals, lag: lag.data(), firstLagMs },
    planned: 1000,
    missing: 0,
    cpuPercent: 10,
    clockErrorMs: 0.5,
    lostAt: null,
    backAt: null,
    hasLeft: false,
    adoptedBy: [],
    ...figures,
  };
}

function reasonsOf(...workers: readonly WorkerFigures[]): readonly string[] {
  const dropped = workers.reduce((sum, { totals }) => sum + totals.dropped.count, 0);
  const missing = workers.reduce((sum, each) => sum + each.missing, 0);
  const planned = workers.reduce((sum, each) => sum + each.planned, 0) - missing;
  const whole = { lagP99: 1, planned, dropped, dropReason: 'waiting' as const, slots: 100, sent: planned };
  return checkWorkers({ runId: 'r', workers }, { ...whole, unsentReason: '', stopped: false }).reasons;
}

describe('the verdict on workers', () => {
  it.each([
    ['all is well', [worker({}), worker({ name: 'eu-2' })], []],
    [
      'one is late',
      [worker({ lagMs: 12 }), worker({ name: 'eu-2' })],
      ['worker eu-1: 1 of 100 requests was sent 12 ms late or later; at most 10 ms are allowed'],
    ],
    [
      'one has too little CPU',
      [worker({}), worker({ name: 'eu-2', cpuPercent: 81 })],
      ['worker eu-2: the generator used 81 % CPU per load thread; at most 80 % are allowed'],
    ],
    [
      'one dropped too much of the whole',
      [worker({ dropped: { count: 3, reason: 'waiting' } }), worker({ name: 'eu-2' })],
      [
        'worker eu-1: 3 of 1000 planned iterations were never begun; all 100 slots were busy waiting for responses',
      ],
    ],
    [
      'one dropped little of the whole',
      [worker({ dropped: { count: 2, reason: 'waiting' } }), worker({ name: 'eu-2' })],
      [],
    ],
    [
      'one was lost',
      [worker({ lostAt: 41.61, missing: 300 }), worker({ name: 'eu-2' })],
      ['worker eu-1 was lost after 41.6 s; 300 of 2000 planned iterations are missing'],
    ],
    [
      'one left',
      [worker({ lostAt: 2, missing: 300, hasLeft: true }), worker({ name: 'eu-2' })],
      ['worker eu-1 left after 2.0 s; 300 of 2000 planned iterations are missing'],
    ],
    ['one was lost and came back', [worker({ lostAt: 2, backAt: 5 }), worker({ name: 'eu-2' })], []],
    [
      'one was lost, with users',
      [worker({ lostAt: 2, planned: 0 }), worker({ name: 'eu-2', planned: 0 })],
      ['nothing was sent', 'worker eu-1 was lost after 2.0 s'],
    ],
    [
      'they began apart',
      [worker({}), worker({ name: 'eu-2', firstLagMs: 51 })],
      ['workers began 51 ms apart; at most 50 ms are allowed'],
    ],
  ])('%s', (_case, workers, reasons) => {
    expect(reasonsOf(...workers)).toEqual(reasons);
  });
});

it('adds the errors of both clocks to the spread', () => {
  const workers = [
    worker({ firstLagMs: 3, clockErrorMs: 1 }),
    worker({ name: 'eu-2', firstLagMs: 2, clockErrorMs: 0.25 }),
    worker({ name: 'eu-3', firstLagMs: 2.5, clockErrorMs: 9 }),
  ];
  expect(distributedResult({ runId: 'r', workers }, 10)).toMatchObject({
    startSpreadMs: 2.25,
    missingCount: 0,
  });
});
