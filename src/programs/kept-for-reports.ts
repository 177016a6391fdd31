/** What reports need beside the summary of a run, for as long as the program keeps the summary. */
import type { RunOutcome } from '../runner/outcome/result.js';
import type { RunPlan } from '../runner/plan/plan.js';
import { usageError } from './check-options.js';
import type { RunSummary } from './result-types.js';

export interface ReportSource {
  readonly outcome: RunOutcome;
  readonly plan: RunPlan;
  readonly hasExchanges: boolean;
}

const sources = new WeakMap<object, ReportSource>();

export function keepForReports(summary: RunSummary, source: ReportSource): void {
  sources.set(summary, source);
}

/** A copy has only what programs may see, which is less than reports show and not redacted. */
export function reportSourceOf(summary: unknown): ReportSource {
  const source = typeof summary === 'object' && summary !== null ? sources.get(summary) : undefined;
  if (source !== undefined) return source;
  throw usageError('renderReport needs the summary that run has returned, not a copy of it');
}
