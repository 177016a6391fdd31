/** The result of a load test as clients see it; see docs/load-testing.md. */
import type { AbortCause } from './abort-watch.js';
import type { ErrorGroup } from './error-groups.js';
import type { ErrorKinds } from './error-kinds.js';
import type { FindProgress, FindResult } from './find-figures.js';
import type { LatencySummary } from './latency.js';
import type { StageResult } from './stage-totals.js';
import type { ThresholdResult } from './thresholds.js';
import type { SeriesPoint } from './time-series.js';
import type { Validity } from './validity.js';
import type { DistributedResult } from './worker-figures.js';

/** Times in milliseconds, `duration` in seconds. */
export interface StressResult extends Partial<DistributedResult> {
  readonly duration: number;
  readonly totalRequests: number;
  readonly successCount: number;
  readonly errorCount: number;
  readonly avgRps: number;
  readonly latency: LatencySummary;
  readonly thresholds: readonly ThresholdResult[];
  readonly perRequest: readonly RequestStatistics[];
  /** Why the test failed as a whole; empty when it did not. */
  readonly error: string;
  /** The kind of `error`: a network kind when nothing else caused it. */
  readonly errorKind: string;
  readonly stopped: boolean;
  readonly mode: 'rate' | 'vus';
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly seed: number;
  /** Measured from the actual send instead of the planned one. */
  readonly serviceTime: LatencySummary;
  readonly droppedCount: number;
  readonly abortedCount: number;
  readonly statusCodes: Readonly<Record<string, number>>;
  readonly errorKinds: Readonly<Record<string, number>>;
  /** The most frequent first. */
  readonly errorGroups: readonly ErrorGroup[];
  readonly warnings: readonly string[];
  readonly timeSeries: readonly SeriesPoint[];
  readonly validity: Validity;
  /** The number of the test in the history; 0 when it is not stored. */
  readonly stressId: number;
  /** Present only for a test in stages. */
  readonly stages?: readonly StageResult[];
  /** Present only when limits were to abort the test; null when none did. */
  readonly aborted?: AbortCause | null;
  /** Present only for a test that searched a rate. */
  readonly find?: FindResult;
}

export interface RequestStatistics {
  readonly name: string;
  readonly count: number;
  readonly successCount: number;
  readonly errorCount: number;
  readonly avgMs: number;
  readonly minMs: number;
  readonly maxMs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

/** Totals since the start of the load. */
export interface LiveStatistics {
  readonly total: number;
  readonly success: number;
  readonly errors: number;
  readonly rps: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** From 0 to 1. */
  readonly errorRate: number;
  readonly activeVUs: number;
  /** Requests that finished in the last second. */
  readonly currentRps: number;
}

/** Of the requests that finished in the last second; all 0 when there were none. */
export interface IntervalLatency {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly meanMs: number;
}

/** `workers` and `handout` occur only with workers: they are claimed, and get their orders. */
export type StressPhase = 'workers' | 'setup' | 'handout' | 'load' | 'drain' | 'teardown';

/** A worker of a running test. */
export interface WorkerUpdate {
  readonly name: string;
  readonly state: 'ready' | 'load' | 'drain' | 'done' | 'lost';
  readonly total: number;
  readonly rps: number;
  readonly lagP99Ms: number;
}

export interface StressUpdate {
  readonly phase: StressPhase;
  /** Seconds since the start of the load; 0 during setup. */
  readonly elapsed: number;
  readonly stats: LiveStatistics;
  readonly interval: IntervalLatency;
  /** Counts since the start of the load. */
  readonly errorKinds: ErrorKinds;
  /** Present only with workers. */
  readonly workers?: readonly WorkerUpdate[];
  /** The most frequent first. */
  readonly errorGroups: readonly ErrorGroup[];
  /** Present only for a test that searches a rate; the other fields are those of its current step. */
  readonly find?: FindProgress;
}
