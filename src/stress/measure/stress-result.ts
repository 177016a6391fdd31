/** The result of a load test (service.md, server.md 10.4): fields and units are the specification's. */
import type { LatencySummary } from './latency.js';
import type { ThresholdResult } from './thresholds.js';
import type { SeriesPoint } from './time-series.js';
import type { Validity } from './validity.js';

/** Times in milliseconds, `duration` in seconds. */
export interface StressResult {
  readonly duration: number;
  readonly totalRequests: number;
  readonly successCount: number;
  readonly errorCount: number;
  readonly avgRps: number;
  readonly latency: LatencySummary;
  readonly thresholds: readonly ThresholdResult[];
  readonly perRequest: readonly RequestStatistics[];
  /** Empty when there is none. */
  readonly error: string;
  readonly stopped: boolean;
  readonly mode: 'rate' | 'vus';
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly seed: number;
  /** From the real sending instead of the planned one. */
  readonly serviceTime: LatencySummary;
  readonly droppedCount: number;
  readonly abortedCount: number;
  readonly statusCodes: Readonly<Record<string, number>>;
  readonly errorKinds: Readonly<Record<string, number>>;
  readonly warnings: readonly string[];
  readonly timeSeries: readonly SeriesPoint[];
  readonly validity: Validity;
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

/** Since the load began; `elapsed` apart. */
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
  /** Finished in the last second. */
  readonly currentRps: number;
}

export type Phase = 'setup' | 'load' | 'drain' | 'teardown';

export interface StressUpdate {
  readonly phase: Phase;
  /** Seconds since the load began; 0 during setup. */
  readonly elapsed: number;
  readonly stats: LiveStatistics;
}
