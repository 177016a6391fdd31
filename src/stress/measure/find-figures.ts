/** The figures of a search for a rate, as clients see them. */

export interface FindResult {
  /** As configured, by metric. */
  readonly limits: Readonly<Record<string, string>>;
  /** The highest rate that held; 0 when none did. */
  readonly rate: number;
  readonly limitedBy: 'target' | 'generator' | 'slots' | 'range' | 'budget';
  /** The lowest rate that failed. */
  readonly failedAt: number | null;
  /** In percent. */
  readonly precision: number;
  readonly seconds: number;
  readonly steps: readonly FindStep[];
}

export interface FindStep {
  readonly rate: number;
  readonly verdict: 'held' | 'generator' | 'slots' | 'broken';
  /** How long the load took. */
  readonly seconds: number;
  readonly totalRequests: number;
  readonly errorPercent: number;
  /** The measured limits: milliseconds, or percent. */
  readonly values: Readonly<Record<string, number>>;
  readonly lagP99Ms: number;
  readonly cpuPercent: number;
  readonly droppedCount: number;
}

/** A search that is under way. */
export interface FindProgress {
  /** The number of the current step, from 1; 0 before the first. */
  readonly step: number;
  readonly rate: number;
  /** The highest rate that held; 0 when none did. */
  readonly low: number;
  /** The lowest rate that failed; null when none did. */
  readonly high: number | null;
}
