/** What a worker reports of its load, as plain JSON values and bytes: its sums so far, and its cells of time. */
import type { CountedError } from '../measure/error-groups.js';
import type { CellReport, Dropped, ThreadTotals } from '../measure/load-recorder.js';
import { readLatency, writeLatency, type LatencyMessage } from './latency-message.js';

export interface CellMessage extends Omit<CellReport, 'latency'> {
  /** From 0; a cell of time may be reported in several parts, each with its own number. */
  readonly number: number;
  readonly latency: LatencyMessage;
}

export interface RequestMessage {
  /** The place of the request among the definitions. */
  readonly place: number;
  readonly count: number;
  readonly errors: number;
  readonly latency: LatencyMessage;
}

/** Sums since the start of the load; newer ones replace older ones. */
export interface SumsMessage {
  /** From 1, rising. */
  readonly number: number;
  /** Those that changed since a report that was acknowledged. */
  readonly requests: readonly RequestMessage[];
  /** Whether every request that changed is among them. */
  readonly isComplete: boolean;
  readonly service: LatencyMessage;
  readonly lag: LatencyMessage;
  readonly statusCodes: readonly (readonly [code: number, count: number])[];
  readonly errorKinds: readonly (readonly [kind: string, count: number])[];
  readonly errorGroups: readonly CountedError[];
  readonly unsent: readonly (readonly [place: number, reason: string])[];
  readonly started: number;
  readonly dropped: Dropped;
  readonly missing: number;
  readonly adopted: number;
  readonly aborted: number;
  readonly lastResponseMs: number;
  /** Null when nothing was sent. */
  readonly firstLagMs: number | null;
  /** The cells that these sums contain are those before this number. */
  readonly cellCount: number;
  /** Those that were not acknowledged, oldest first. */
  readonly cells: readonly CellMessage[];
}

/** What the coordinator has received of one worker. */
export interface Acknowledgement {
  /** The newest report; 0 for none. */
  readonly report: number;
  /** All cells before this number. */
  readonly cells: number;
}

export const NOTHING_ACKNOWLEDGED: Acknowledgement = { report: 0, cells: 0 };

/** Everything but the requests and the cells. */
export function writeTotals(
  totals: Omit<ThreadTotals, 'perRequest'>,
): Omit<SumsMessage, 'number' | 'requests' | 'isComplete' | 'cellCount' | 'cells'> {
  const { service, lag, statusCodes, errorKinds, errorGroups, unsent } = totals;
  const { started, dropped, missing, adopted, aborted, lastResponseMs, firstLagMs = null } = totals;
  return {
    service: writeLatency(service),
    lag: writeLatency(lag),
    statusCodes: [...statusCodes],
    errorKinds: [...errorKinds],
    errorGroups,
    unsent: [...unsent],
    started,
    dropped,
    missing,
    adopted,
    aborted,
    lastResponseMs,
    firstLagMs,
  };
}

export function readTotals(message: SumsMessage): Omit<ThreadTotals, 'perRequest'> {
  const { started, dropped, missing, adopted, aborted, lastResponseMs } = message;
  return {
    service: readLatency(message.service),
    lag: readLatency(message.lag),
    statusCodes: new Map(message.statusCodes),
    errorKinds: new Map(message.errorKinds),
    errorGroups: message.errorGroups,
    unsent: new Map(message.unsent),
    started,
    dropped,
    missing,
    adopted,
    aborted,
    lastResponseMs,
    firstLagMs: message.firstLagMs ?? undefined,
  };
}
