/** Counts what one thread measures: the totals for the result, and the changes since the last report. */
import { ErrorCounter, type CountedError } from './error-groups.js';
import { LatencyHistogram, type LatencyData } from './latency.js';

/** Reports cover cells of this length, so that they can be merged second by second. */
export const CELL_MS = 250;
/** How long after the end of the load responses are still awaited and counted. */
export const DRAIN_TIMEOUT_MS = 5000;

/** The figures of one cell of time. */
export interface CellReport {
  /** Counted from the start of the load. */
  readonly cell: number;
  readonly total: number;
  readonly errors: number;
  readonly active: number;
  readonly latency: LatencyData;
  readonly errorGroups: readonly CountedError[];
}

export interface ThreadTotals {
  readonly perRequest: readonly RequestTotals[];
  readonly service: LatencyData;
  readonly lag: LatencyData;
  /** Counts by status code. */
  readonly statusCodes: ReadonlyMap<number, number>;
  readonly errorKinds: ReadonlyMap<string, number>;
  readonly errorGroups: readonly CountedError[];
  /** By definition, the missing variable because of which its first request was not sent. */
  readonly unsent: ReadonlyMap<number, string>;
  /** Counts of iterations. */
  readonly started: number;
  readonly dropped: Dropped;
  /** Those that were not allowed to start, because the coordinator might have given them to others. */
  readonly missing: number;
  /** Those of `started` that others had before. */
  readonly adopted: number;
  readonly aborted: number;
  /** Milliseconds from the start of the load to the end of the last counted response. */
  readonly lastResponseMs: number;
  /** How late the first request was sent; undefined when none was. */
  readonly firstLagMs: number | undefined;
}

/** Planned iterations that never started, and what kept them from it. */
export interface Dropped {
  readonly count: number;
  readonly reason: DropReason;
}

/** All slots waited for connections, or for responses; or slots were free, but the generator was too late. */
export type DropReason = 'connecting' | 'waiting' | 'late';

export type HandedOver = Pick<ThreadTotals, 'missing' | 'adopted'>;

export const NONE_HANDED_OVER: HandedOver = { missing: 0, adopted: 0 };
export const NONE_DROPPED: Dropped = { count: 0, reason: 'waiting' };

export interface RequestTotals {
  readonly count: number;
  readonly errors: number;
  readonly latency: LatencyData;
}

interface RequestCounts {
  count: number;
  errors: number;
  readonly latency: LatencyHistogram;
}

export class LoadRecorder {
  active = 0;
  started = 0;
  aborted = 0;
  readonly #requests: readonly RequestCounts[];
  readonly #service = new LatencyHistogram();
  readonly #lag = new LatencyHistogram();
  readonly #statusCodes = new Float64Array(1000);
  readonly #errorKinds = new Map<string, number>();
  readonly #unsent = new Map<number, string>();
  readonly #errorGroups: ErrorCounter;
  readonly #recentErrors: ErrorCounter;
  readonly #onCell: (report: CellReport) => void;
  readonly #recent = new LatencyHistogram();
  #start = 0;
  #cell = 0;
  #cellEnd = Infinity;
  #total = 0;
  #errors = 0;
  #lastResponseMs = 0;
  #firstLagMs: number | undefined;

  /** `redact` is applied to the messages of failures. */
  constructor(definitions: number, onCell: (report: CellReport) => void, redact?: (text: string) => string) {
    this.#requests = Array.from({ length: definitions }, () => ({
      count: 0,
      errors: 0,
      latency: new LatencyHistogram(),
    }));
    this.#onCell = onCell;
    this.#errorGroups = new ErrorCounter(redact);
    this.#recentErrors = new ErrorCounter(redact);
  }

  begin(now: number): void {
    this.#start = now;
    this.#cellEnd = now + CELL_MS;
  }

  lag(milliseconds: number): void {
    this.#firstLagMs ??= milliseconds;
    this.#lag.record(milliseconds);
  }

  /**
   * Records a request that was sent. `errorKind` is empty on success, else `assertion` or the kind of failure; the
   * status is 0 without a response; `end` is a timestamp of the thread's clock. Takes no object, because it is called
   * for every request.
   */
  sent(
    definition: number,
    errorKind: string,
    status: number,
    latency: number,
    service: number,
    end: number,
  ): void {
    this.#count(definition, errorKind, end)?.latency.record(latency);
    this.#service.record(service);
    this.#recent.record(latency);
    if (status > 0) this.#statusCodes[status] = (this.#statusCodes[status] ?? 0) + 1;
    this.#lastResponseMs = end - this.#start;
  }

  /** Says why a request failed that is recorded as sent or unsent. */
  failed(definition: number, errorKind: string, message: string): void {
    this.#errorGroups.add(definition, errorKind, message);
    this.#recentErrors.add(definition, errorKind, message);
  }

  /** Reports the cell that has ended and opens the current one. */
  report(now: number): void {
    this.#onCell({
      cell: this.#cell,
      total: this.#total,
      errors: this.#errors,
      active: this.active,
      latency: this.#recent.data(),
      errorGroups: this.#recentErrors.list(),
    });
    this.#total = 0;
    this.#errors = 0;
    this.#recent.clear();
    this.#recentErrors.clear();
    this.#cell = Math.max(this.#cell, Math.floor((now - this.#start) / CELL_MS));
    this.#cellEnd = this.#start + (this.#cell + 1) * CELL_MS;
  }

  /** Counts a request that was not sent as an error without times. */
  unsent(definition: number, errorKind: string, reason: string, now: number): void {
    // Other messages may contain values of variables, secrets included.
    if (errorKind === 'variable' && !this.#unsent.has(definition)) this.#unsent.set(definition, reason);
    this.#count(definition, errorKind, now);
    this.failed(definition, errorKind, reason);
  }

  totals(dropped: Dropped, { missing, adopted }: HandedOver = NONE_HANDED_OVER): ThreadTotals {
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
      errorGroups: this.#errorGroups.list(),
      unsent: this.#unsent,
      started: this.started,
      dropped,
      missing,
      adopted,
      aborted: this.aborted,
      lastResponseMs: this.#lastResponseMs,
      firstLagMs: this.#firstLagMs,
    };
  }

  #count(definition: number, errorKind: string, now: number): RequestCounts | undefined {
    if (now >= this.#cellEnd) this.report(now);
    const errors = errorKind === '' ? 0 : 1;
    this.#total++;
    this.#errors += errors;
    if (errors > 0) this.#errorKinds.set(errorKind, (this.#errorKinds.get(errorKind) ?? 0) + 1);
    const request = this.#requests[definition];
    if (!request) return undefined;
    request.count++;
    request.errors += errors;
    return request;
  }
}
