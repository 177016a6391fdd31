import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMessage, encodeMessage } from '../../queue/sealing/message-codec.js';
import { MAX_REPORT_BYTES } from '../../queue/settings/limits.js';
import { LatencyHistogram } from '../measure/latency.js';
import {
  CELL_MS,
  LoadRecorder,
  NONE_DROPPED,
  type CellReport,
  type ThreadTotals,
} from '../measure/load-recorder.js';
import { mergeTotals } from '../measure/merge-totals.js';
import { ReceivedSums } from './received-sums.js';
import type { Acknowledgement, SumsMessage } from './sums-message.js';
import { WorkerSums } from './worker-sums.js';

const DEFINITIONS = 3;

interface Sample {
  readonly worker: number;
  readonly thread: number;
  readonly definition: number;
  readonly kind: string;
  readonly latency: number;
  /** Milliseconds since the sample before. */
  readonly after: number;
}

const samples = fc.array(
  fc.record<Sample>({
    worker: fc.nat({ max: 2 }),
    thread: fc.nat({ max: 1 }),
    definition: fc.nat({ max: DEFINITIONS - 1 }),
    kind: fc.constantFrom('', '', '', 'assertion', 'connect', 'unsent'),
    latency: fc.double({ min: 0, max: 10_000, noNaN: true }),
    after: fc.nat({ max: 200 }),
  }),
  { maxLength: 120 },
);

/** What happens to the messages between two samples: reports are written, lost, doubled, late and acknowledged. */
const events = fc.array(
  fc.record({
    at: fc.nat({ max: 120 }),
    worker: fc.nat({ max: 2 }),
    what: fc.constantFrom('report', 'report', 'lose', 'repeat', 'late', 'acknowledge'),
  }),
  { maxLength: 60 },
);

function record(recorder: LoadRecorder, { definition, kind, latency }: Sample, now: number): void {
  recorder.started++;
  if (kind === 'unsent') {
    recorder.unsent(definition, 'variable', 'no value', now);
    return;
  }
  recorder.lag(latency / 7);
  recorder.sent(definition, kind, kind === '' ? 200 : 0, latency, latency / 3, now);
  if (kind !== '') recorder.failed(definition, kind, `${kind} failed`);
}

class Worker {
  readonly sums = new WorkerSums(DEFINITIONS, { requestsBytes: 200, cellsBytes: 600 });
  readonly cells: CellReport[] = [];
  readonly received = new ReceivedSums(DEFINITIONS, (report) => this.cells.push(report));
  readonly recorders: readonly LoadRecorder[];
  acknowledged: Acknowledgement = { report: 0, cells: 0 };
  readonly late: SumsMessage[] = [];
  last: SumsMessage | undefined;

  constructor() {
    this.recorders = [0, 1].map(
      (thread) => new LoadRecorder(DEFINITIONS, (report) => this.sums.addCell(thread, report)),
    );
    for (const recorder of this.recorders) recorder.begin(0);
  }

  report(now: number): SumsMessage {
    for (const [thread, recorder] of this.recorders.entries()) {
      recorder.report(now);
      this.sums.addSums(thread, recorder.totals(NONE_DROPPED));
    }
    return this.sums.report(this.acknowledged);
  }

  happen(what: string, now: number): void {
    if (what === 'acknowledge') this.acknowledged = this.received.acknowledgement;
    else if (what === 'repeat') this.take(this.last);
    else {
      this.last = this.report(now);
      if (what === 'late') this.late.push(this.last);
      else if (what === 'report') this.take(this.last);
    }
  }

  take(message: SumsMessage | undefined): void {
    if (message) this.received.add(throughTheQueue(message));
  }

  /** Reports until everything has arrived, as at the end of a load. */
  finish(now: number): void {
    for (let count = 0; count < 500 && !(count > 0 && this.received.isWhole); count++) {
      this.take(this.report(now));
      this.acknowledged = this.received.acknowledgement;
    }
    for (const message of this.late) this.take(message);
  }
}

function throughTheQueue(message: SumsMessage): SumsMessage {
  return decodeMessage(encodeMessage(message, MAX_REPORT_BYTES), MAX_REPORT_BYTES) as SumsMessage;
}

/** Each part has a first request of its own. */
function comparable({ perRequest, service, lag, firstLagMs: _first, ...rest }: ThreadTotals): object {
  const latencies = [...perRequest.map(({ latency }) => latency), service, lag];
  return {
    counts: perRequest.map(({ count, errors }) => [count, errors]),
    buckets: latencies.map(({ blocks, count, min, max }) => [blocks, count, min, max]),
    ...rest,
    statusCodes: Object.fromEntries(rest.statusCodes),
    errorKinds: Object.fromEntries(rest.errorKinds),
    errorGroups: rest.errorGroups.map((group) => JSON.stringify(group)).sort(),
    unsent: Object.fromEntries(rest.unsent),
  };
}

/** Relative, since a sum of squares may be large. */
function expectClose(actual: number, expected: number): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)));
}

describe('the sums of workers', () => {
  it('are those of one recorder, however they are split, reported, lost, doubled and delayed', () => {
    fc.assert(
      fc.property(samples, events, (list, happening) => {
        const workers = [new Worker(), new Worker(), new Worker()];
        const whole = new LoadRecorder(DEFINITIONS, () => undefined);
        whole.begin(0);
        let now = 0;
        for (const [index, sample] of list.entries()) {
          now += sample.after;
          record(whole, sample, now);
          const recorder = workers[sample.worker]?.recorders[sample.thread];
          if (recorder) record(recorder, sample, now);
          for (const { at, worker, what } of happening) if (at === index) workers[worker]?.happen(what, now);
        }
        for (const worker of workers) worker.finish(now + CELL_MS);
        const expected = whole.totals(NONE_DROPPED);
        const merged = mergeTotals(
          workers.map(({ received }) => received.totals()),
          DEFINITIONS,
        );
        expect(comparable(merged)).toEqual(comparable(expected));
        for (const [place, { latency }] of expected.perRequest.entries()) {
          const own = merged.perRequest[place]?.latency;
          expectClose(own?.mean ?? NaN, latency.mean);
          expectClose(own?.squares ?? NaN, latency.squares);
        }
        for (const { received, cells } of workers) {
          expect(received.addsUp).toBe(true);
          expect(cells.reduce((sum, { total }) => sum + total, 0)).toBe(received.total);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('do not add up when a cell is wrong', () => {
    const worker = new Worker();
    const [recorder] = worker.recorders;
    const sample = { worker: 0, thread: 0, definition: 0, kind: '', latency: 5, after: 0 };
    if (recorder) record(recorder, sample, 10);
    const message = worker.report(CELL_MS);
    worker.take({ ...message, cells: message.cells.map((cell) => ({ ...cell, total: cell.total + 1 })) });
    expect(worker.received.addsUp).toBe(false);
  });

  it('leave out the requests that did not change', () => {
    const worker = new Worker();
    const [recorder] = worker.recorders;
    const sample = { worker: 0, thread: 0, definition: 1, kind: '', latency: 5, after: 0 };
    if (recorder) record(recorder, sample, 10);
    const first = worker.report(CELL_MS);
    expect(first.requests.map(({ place }) => place)).toEqual([1]);
    // Not acknowledged yet.
    expect(worker.report(CELL_MS).requests).toHaveLength(1);
    worker.take(first);
    worker.acknowledged = worker.received.acknowledgement;
    const second = worker.report(2 * CELL_MS);
    expect(second.requests).toEqual([]);
    expect(second.cells.every(({ number }) => number >= first.cellCount)).toBe(true);
  });

  it('have no empty buckets on the way', () => {
    const latency = new LatencyHistogram();
    for (const value of [0.001, 3, 3, 3_599_999]) latency.record(value);
    const worker = new WorkerSums(1);
    const data = latency.data();
    const totals = mergeTotals([], 1);
    worker.addSums(0, { ...totals, perRequest: [{ count: 4, errors: 0, latency: data }] });
    const [request] = worker.report().requests;
    // Three counts of one byte, and three distances of one, two and two more.
    expect(request?.latency.buckets.length).toBe(9);
    const received = new ReceivedSums(1, () => undefined);
    received.add({ ...worker.report() });
    expect(received.totals().perRequest[0]?.latency).toEqual(data);
  });
});
