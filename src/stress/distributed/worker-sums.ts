/** Collects what the threads of one worker measure, and writes its reports. */
import { ErrorCounter } from '../measure/error-groups.js';
import { mergeLatencies, mergeTotals } from '../measure/merge-totals.js';
import type { CellReport, RequestTotals, ThreadTotals } from '../measure/load-recorder.js';
import { writeLatency, type LatencyMessage } from './latency-message.js';
import {
  NOTHING_ACKNOWLEDGED,
  writeTotals,
  type Acknowledgement,
  type CellMessage,
  type RequestMessage,
  type SumsMessage,
} from './sums-message.js';

/** A message has at most 8 MiB; the rest is left for what is always in it. */
const MAX_REQUESTS_BYTES = 4 * 1024 * 1024;
const MAX_CELLS_BYTES = 3 * 1024 * 1024;

export interface ReportLimits {
  readonly requestsBytes: number;
  readonly cellsBytes: number;
}

interface ThreadState {
  totals: ThreadTotals | undefined;
  /** The cells since its last sums: a report contains those of its sums, no others. */
  pending: CellReport[];
  active: number;
}

export class WorkerSums {
  readonly #definitions: number;
  readonly #limits: ReportLimits;
  readonly #threads = new Map<number, ThreadState>();
  readonly #cells: CellMessage[] = [];
  #cellCount = 0;
  #reports = 0;
  /** By request, the count that the coordinator has. */
  readonly #acknowledgedCounts: number[];
  /** By report that was not acknowledged, the counts of the requests in it. */
  readonly #reported = new Map<number, ReadonlyMap<number, number>>();
  /** By request, the last report with it: what has waited longest comes first when not everything fits. */
  readonly #reportedIn: number[];

  constructor(
    definitions: number,
    limits: ReportLimits = { requestsBytes: MAX_REQUESTS_BYTES, cellsBytes: MAX_CELLS_BYTES },
  ) {
    this.#definitions = definitions;
    this.#limits = limits;
    this.#acknowledgedCounts = Array.from({ length: definitions }, () => 0);
    this.#reportedIn = Array.from({ length: definitions }, () => 0);
  }

  addCell(thread: number, report: CellReport): void {
    this.#thread(thread).pending.push(report);
  }

  /** The sums of a thread, which contain all of its cells so far. */
  addSums(thread: number, totals: ThreadTotals): void {
    const state = this.#thread(thread);
    state.totals = totals;
    const cells = new Map<number, CellReport[]>();
    for (const report of state.pending) {
      state.active = report.active;
      cells.set(report.cell, [...(cells.get(report.cell) ?? []), report]);
    }
    state.pending = [];
    for (const [cell, parts] of cells) this.#addPart(cell, parts);
  }

  /** The sums of all threads so far. */
  totals(): ThreadTotals {
    return mergeTotals(
      [...this.#threads.values()].flatMap(({ totals }) => totals ?? []),
      this.#definitions,
    );
  }

  report({ report, cells }: Acknowledgement = NOTHING_ACKNOWLEDGED): SumsMessage {
    this.#acknowledge(report);
    while ((this.#cells[0]?.number ?? Infinity) < cells) this.#cells.shift();
    const number = ++this.#reports;
    const { perRequest, ...totals } = this.totals();
    const changed = perRequest
      .map((request, place) => ({ place, request }))
      .filter(({ place, request }) => request.count !== this.#acknowledgedCounts[place])
      .sort((a, b) => (this.#reportedIn[a.place] ?? 0) - (this.#reportedIn[b.place] ?? 0));
    const requests = fitting(
      changed.map(({ place, request }) => requestMessage(request, place)),
      this.#limits.requestsBytes,
    );
    for (const { place } of requests) this.#reportedIn[place] = number;
    this.#reported.set(number, new Map(requests.map(({ place, count }) => [place, count])));
    return {
      number,
      requests,
      isComplete: requests.length === changed.length,
      ...writeTotals(totals),
      cellCount: this.#cellCount,
      cells: fitting(this.#cells, this.#limits.cellsBytes),
    };
  }

  /** Everything that was not acknowledged, and all requests, whatever its size. */
  whole(): SumsMessage {
    const { perRequest, ...totals } = this.totals();
    return {
      number: ++this.#reports,
      requests: perRequest.map(requestMessage),
      isComplete: true,
      ...writeTotals(totals),
      cellCount: this.#cellCount,
      cells: [...this.#cells],
    };
  }

  /** The coordinator may have missed reports before this one, but not what is in it. */
  #acknowledge(report: number): void {
    for (const [place, count] of this.#reported.get(report) ?? []) this.#acknowledgedCounts[place] = count;
    for (const number of this.#reported.keys()) if (number <= report) this.#reported.delete(number);
  }

  #thread(thread: number): ThreadState {
    let state = this.#threads.get(thread);
    if (!state) this.#threads.set(thread, (state = { totals: undefined, pending: [], active: 0 }));
    return state;
  }

  #addPart(cell: number, parts: readonly CellReport[]): void {
    const errors = new ErrorCounter();
    for (const part of parts) errors.addAll(part.errorGroups);
    let active = 0;
    for (const thread of this.#threads.values()) active += thread.active;
    this.#cells.push({
      number: this.#cellCount++,
      cell,
      total: parts.reduce((sum, { total }) => sum + total, 0),
      errors: parts.reduce((sum, part) => sum + part.errors, 0),
      active,
      latency: writeLatency(mergeLatencies(parts.map(({ latency }) => latency))),
      errorGroups: errors.list(),
    });
  }
}

export function requestMessage({ count, errors, latency }: RequestTotals, place: number): RequestMessage {
  return { place, count, errors, latency: writeLatency(latency) };
}

/** As many items from the beginning as fit, but at least one. */
function fitting<T extends { readonly latency: LatencyMessage }>(
  items: readonly T[],
  bytes: number,
): readonly T[] {
  let left = bytes;
  const end = items.findIndex((item, index) => {
    left -= sizeOf(item);
    return left < 0 && index > 0;
  });
  return end < 0 ? [...items] : items.slice(0, end);
}

function sizeOf({ latency: { buckets, ...figures }, ...item }: { readonly latency: LatencyMessage }): number {
  return Buffer.byteLength(JSON.stringify([item, figures])) + buckets.length;
}
