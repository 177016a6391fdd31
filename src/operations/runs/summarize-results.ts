import {
  OccurrenceCounter,
  shortText,
  toResultColumns,
  type ColumnEntry,
  type ResultColumns,
  type Verdict,
} from '../../runner/outcome/result-columns.js';
import { FILTERED_OUT } from '../../request-file/model/request-filter.js';
import { CANCELLED } from '../../runner/outcome/outcome.js';
import type { FileOutcome, RequestOutcome } from '../../runner/outcome/result.js';

export interface SummaryFacts {
  /** The id of the execution. */
  readonly id: string;
  readonly environment: string;
  readonly endedAtMs: number;
}

/** The results that replace earlier ones of their requests; one that was filtered out says nothing about its request. */
export function summarizeResults({ results }: FileOutcome, facts: SummaryFacts): ResultColumns {
  const endedAt = new Date(facts.endedAtMs).toISOString();
  const occurrences = new OccurrenceCounter();
  const entries: ColumnEntry[] = [];
  for (const [index, outcome] of results.entries()) {
    if (outcome.skipReason === FILTERED_OUT) continue;
    const { file, name, line, request, response, assertions } = outcome;
    const summary = {
      file,
      name,
      line,
      method: request.method,
      url: shortText(request.url),
      verdict: verdictOf(outcome),
      statusCode: response.statusCode,
      duration: Math.round(outcome.duration),
      size: response.size,
      assertions: assertions.filter(({ skipped: isSkipped }) => !isSkipped).length,
      failedAssertions: assertions.filter(({ passed }) => !passed).length,
      error: shortText(outcome.error),
      errorKind: outcome.errorKind,
      skipReason: shortText(outcome.skipReason),
      environment: facts.environment,
      endedAt,
      source: 'memory' as const,
      executionId: facts.id,
      index,
      occurrence: occurrences.next(`${file}\0${name}`),
    };
    entries.push({ summary, endedAtMs: facts.endedAtMs, row: index });
  }
  return toResultColumns(entries);
}

function verdictOf({ passed, skipped, skipReason }: RequestOutcome): Verdict {
  if (skipped) return skipReason === CANCELLED ? 'cancelled' : 'skipped';
  return passed ? 'passed' : 'failed';
}
