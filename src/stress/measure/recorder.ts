/** What one thread counts: everything a result needs, and the changes since the last report. */
import { LatencyHistogram, type LatencyData } from './latency.js';

/** Reports lie within cells of this length, so that they can be put together second by second. */
export const CELL = 250;

/** What happened in one cell of time. */
export interface CellReport {
  /** Counted from the start of the load. */
  readonly cell: number;
  readonly total: number;
  readonly errors: number;
  readonly active: number;
  readonly latency: LatencyData;
}

export interface ThreadTotals {
  readonly perRequest: readonly RequestTotals[];
  readonly service: LatencyData;
  readonly lag: LatencyData;
  /** Counts by status code. */
  readonly statusCodes: ReadonlyMap<number, number>;
  readonly errorKinds: ReadonlyMap<string, number>;
  /** By definition, the variable for want of which its first request was not sent. */
  readonly unsent: ReadonlyMap<number, string>;
  /** Iterations. */
  readonly begun: number;
  readonly dropped: number;
  readonly aborted: number;
  /** Milliseconds after the start at which the last counted answer was complete. */
  readonly lastAnswer: number;
}

export interface RequestTotals {
  readonly count: number;
  readonly errors: number;
  readonly latency: LatencyData;
}

/** One request that came to an end. */
export interface Sample {
  readonly definition: number;
  /** 0 without an answer. */
  readonly status: number;
  /** Empty for a success; `assertion`, or the kind of failure. */
  readonly errorKind: string;
  /** Milliseconds; undefined for a request that could not be sent. */
  readonly times: Times | undefined;
}

export interface Times {
  readonly latency: number;
  readonly service: number;
  /** On the clock of the thread. */
  readonly end: number;
}

export class Recorder {
  active = 0;
  begun = 0;
  aborted = 0;
  readonly #requests: { count: number; errors: number; readonly latency: LatencyHistogram }[];
  readonly #service = new LatencyHistogram();
  readonly #lag = new LatencyHistogram();
  readonly #statusCodes = new Float64Array(1000);
  readonly #errorKinds = new Map<string, number>();
  readonly #unsent = new Map<number, string>();
  readonly #onCell: (report: CellReport) => void;
  readonly #recent = new LatencyHistogram();
  #start = 0;
  #cell = 0;
  #cellEnd = Infinity;
  #total = 0;
  #errors = 0;
  #lastAnswer = 0;

  constructor(definitions: number, onCell: (report: CellReport) => void) {
    this.#requests = Array.from({ length: definitions }, () => ({
      count: 0,
      errors: 0,
      latency: new LatencyHistogram(),
    }));
    this.#onCell = onCell;
  }

  begin(now: number): void {
    this.#start = now;
    this.#cellEnd = now + CELL;
  }

  lag(milliseconds: number): void {
    this.#lag.record(milliseconds);
  }

  /** Called often: takes no object. */
  success(definition: number, status: number, latency: number, service: number, end: number): void {
    if (end >= this.#cellEnd) this.report(end);
    this.#total++;
    const request = this.#requests[definition];
    if (request) {
      request.count++;
      request.latency.record(latency);
    }
    this.#note(status, latency, service, end);
  }

  error({ definition, status, errorKind, times }: Sample, now: number): void {
    if (now >= this.#cellEnd) this.report(now);
    this.#total++;
    this.#errors++;
    this.#errorKinds.set(errorKind, (this.#errorKinds.get(errorKind) ?? 0) + 1);
    const request = this.#requests[definition];
    if (!request) return;
    request.count++;
    request.errors++;
    if (!times) return;
    request.latency.record(times.latency);
    this.#note(status, times.latency, times.service, times.end);
  }

  /** Closes the cell that has passed and opens the present one. */
  report(now: number): void {
    this.#onCell({
      cell: this.#cell,
      total: this.#total,
      errors: this.#errors,
      active: this.active,
      latency: this.#recent.data(),
    });
    this.#total = 0;
    this.#errors = 0;
    this.#recent.clear();
    this.#cell = Math.max(this.#cell, Math.floor((now - this.#start) / CELL));
    this.#cellEnd = this.#start + (this.#cell + 1) * CELL;
  }

  /** Nothing was sent: an error without a time. */
  unsent(definition: number, errorKind: string, reason: string, now: number): void {
    // Other reasons may quote what has been filled in, secrets included.
    if (errorKind === 'variable' && !this.#unsent.has(definition)) this.#unsent.set(definition, reason);
    this.error({ definition, status: 0, errorKind, times: undefined }, now);
  }

  totals(dropped: number): ThreadTotals {
    const statusCodes = new Map<number, number>();
    for (const [code, count] of this.#statusCodes.entries()) if (count > 0) statusCodes.set(code, count);
    return {
      perRequest: this.#requests.map(({ count, errors, latency }) => ({
        count,
        errors,
        latency: latency.data(),
      })),
      service: this.#service.data(),
      lag: this.#lag.data(),
      statusCodes,
      errorKinds: this.#errorKinds,
      unsent: this.#unsent,
      begun: this.begun,
      dropped,
      aborted: this.aborted,
      lastAnswer: this.#lastAnswer,
    };
  }

  #note(status: number, latency: number, service: number, end: number): void {
    this.#service.record(service);
    this.#recent.record(latency);
    if (status > 0) this.#statusCodes[status] = (this.#statusCodes[status] ?? 0) + 1;
    this.#lastAnswer = end - this.#start;
  }
}
