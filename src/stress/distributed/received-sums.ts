/** Puts the reports of one worker together: in whatever order they come, and however often, the sums are the same. */
import { LatencyHistogram, type LatencyData } from '../measure/latency.js';
import { mergeLatencies } from '../measure/merge-totals.js';
import {
  NONE_DROPPED,
  NONE_HANDED_OVER,
  type CellReport,
  type RequestTotals,
  type ThreadTotals,
} from '../measure/load-recorder.js';
import { readLatency } from './latency-message.js';
import { readTotals, type Acknowledgement, type SumsMessage } from './sums-message.js';

const NO_LATENCY: LatencyData = new LatencyHistogram().data();
const NO_REQUEST: RequestTotals = { count: 0, errors: 0, latency: NO_LATENCY };

export class ReceivedSums {
  readonly #onCell: (report: CellReport) => void;
  readonly #requests: { report: number; totals: RequestTotals }[];
  #newest: SumsMessage | undefined;
  /** Cells with a number below this were received, and those in `#later`. */
  #cells = 0;
  readonly #later = new Set<number>();
  /** What all cells contain. */
  readonly #latency = new LatencyHistogram();
  #total = 0;
  #errors = 0;

  /** `onCell` receives every cell once. */
  constructor(definitions: number, onCell: (report: CellReport) => void) {
    this.#onCell = onCell;
    this.#requests = Array.from({ length: definitions }, () => ({ report: 0, totals: NO_REQUEST }));
  }

  add(message: SumsMessage): void {
    for (const { number, latency, ...cell } of message.cells) {
      if (this.#take(number)) this.#addCell({ ...cell, latency: readLatency(latency) });
    }
    for (const { place, count, errors, latency } of message.requests) {
      const held = this.#requests[place];
      if (!held || held.report >= message.number) continue;
      held.report = message.number;
      held.totals = { count, errors, latency: readLatency(latency) };
    }
    if (message.number > (this.#newest?.number ?? 0)) this.#newest = message;
  }

  get acknowledgement(): Acknowledgement {
    return { report: this.#newest?.number ?? 0, cells: this.#cells };
  }

  /** The iterations that were started, that were dropped, and that were not allowed to start. */
  get iterations(): { readonly started: number; readonly dropped: number; readonly missing: number } {
    const { started, dropped, missing } = this.#newest ?? { started: 0, dropped: NONE_DROPPED, missing: 0 };
    return { started, dropped: dropped.count, missing };
  }

  /** The requests that have ended. */
  get total(): number {
    return this.#requests.reduce((sum, { totals }) => sum + totals.count, 0);
  }

  totals(): ThreadTotals {
    const perRequest = this.#requests.map(({ totals }) => totals);
    if (this.#newest) return { perRequest, ...readTotals(this.#newest) };
    return {
      perRequest,
      service: NO_LATENCY,
      lag: NO_LATENCY,
      statusCodes: new Map(),
      errorKinds: new Map(),
      errorGroups: [],
      unsent: new Map(),
      started: 0,
      dropped: NONE_DROPPED,
      ...NONE_HANDED_OVER,
      aborted: 0,
      lastResponseMs: 0,
      firstLagMs: undefined,
    };
  }

  /** Whether all cells of the newest sums were received. */
  get isWhole(): boolean {
    return this.#newest === undefined || (this.#newest.isComplete && this.#cells >= this.#newest.cellCount);
  }

  /** Whether the cells contain what the sums contain; true as long as some are missing. */
  get addsUp(): boolean {
    if (!this.isWhole) return true;
    const latency = mergeLatencies(this.#requests.map(({ totals }) => totals.latency));
    return (
      this.#total === this.total &&
      this.#errors === this.#requests.reduce((sum, { totals }) => sum + totals.errors, 0) &&
      haveSameBuckets(this.#latency.data(), latency)
    );
  }

  /** Whether the cell is new. */
  #take(number: number): boolean {
    if (number < this.#cells || this.#later.has(number)) return false;
    this.#later.add(number);
    while (this.#later.delete(this.#cells)) this.#cells++;
    return true;
  }

  #addCell(report: CellReport): void {
    this.#total += report.total;
    this.#errors += report.errors;
    this.#latency.add(report.latency);
    this.#onCell(report);
  }
}

function haveSameBuckets(a: LatencyData, b: LatencyData): boolean {
  if (a.count !== b.count || a.blocks.length !== b.blocks.length) return false;
  return a.blocks.every(([number, counts], index) => {
    const [otherNumber, otherCounts] = b.blocks[index] ?? [];
    return number === otherNumber && counts.every((count, at) => count === otherCounts?.[at]);
  });
}
