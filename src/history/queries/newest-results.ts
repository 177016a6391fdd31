/** The newest stored results of requests, for clients that did not see their run. */
import { isSkippedCheck } from './skipped-check.js';
import { statusPhrase } from '../../http/message/status-phrase.js';
import {
  OccurrenceCounter,
  keyOf,
  shortText,
  toResultColumns,
  type ColumnEntry,
  type ResultColumns,
  type Verdict,
} from '../../runner/outcome/result-columns.js';
import { isSet, numberOf, textOf, timeOf, type Row } from '../store/database.js';

export interface NewResultsRequest {
  readonly workspace: string;
  /** Only later runs are looked at. */
  readonly afterRunId: number;
  /** Runs that the caller has already. */
  readonly except: readonly number[];
}

export interface NewResults extends ResultColumns {
  /** The run of each result. */
  readonly runIds: Float64Array;
  /** All later calls need is what comes after this run; it may be given again. */
  readonly lastRunId: number;
}

export interface StoredResultRequest {
  readonly workspace: string;
  readonly filePath: string;
  readonly requestName: string;
  /** Among the results of that name in a run. */
  readonly occurrence: number;
  /** Only this run, of whichever file. */
  readonly runId?: number;
  /** Only earlier runs; left out, any run. */
  readonly beforeRunId?: number;
}

/** The bounds of one call, so that a large history does not delay the runs that are to be stored. */
export const MAX_NEWEST_RUNS = 500;
const MAX_ROWS = 20_000;

/** Takes runs, the newest first, and keeps the first result of each request. */
export class NewestResults {
  readonly #excepted: ReadonlySet<number>;
  readonly #seen = new Set<string>();
  readonly #entries: ColumnEntry[] = [];
  readonly #runIds: number[] = [];

  constructor({ except }: NewResultsRequest) {
    this.#excepted = new Set(except);
  }

  get isFull(): boolean {
    return this.#entries.length >= MAX_ROWS;
  }

  needs(run: Row): boolean {
    return !this.#excepted.has(numberOf(run, 'id'));
  }

  add(run: Row, results: readonly Row[]): void {
    const occurrences = new OccurrenceCounter();
    for (const row of results) {
      const entry = entryOf(run, row, occurrences);
      const key = `${entry.summary.file}\0${keyOf(entry.summary.name, entry.summary.occurrence)}`;
      if (entry.summary.method === '' || this.#seen.has(key)) continue;
      this.#seen.add(key);
      this.#entries.push(entry);
      this.#runIds.push(numberOf(run, 'id'));
    }
  }

  toColumns(lastRunId: number): NewResults {
    return { ...toResultColumns(this.#entries), runIds: Float64Array.from(this.#runIds), lastRunId };
  }
}

/** A result in the form of a result of an execution, with what the history has of it. */
export function storedResultView(run: Row, row: Row, assertions: readonly Row[], filePath: string): object {
  return {
    ...resultView(row, assertions),
    file: filePath,
    line: 0,
    skipped: isSet(row, 'skipped'),
    skipReason: textOf(row, 'skip_reason'),
    error: textOf(row, 'error'),
    errorKind: '',
    attempts: isSet(row, 'skipped') ? 0 : 1,
    warnings: [],
    endedAt: timeOf(run, 'finished_at'),
    environment: textOf(run, 'environment'),
    source: 'history',
  };
}

function entryOf(run: Row, row: Row, occurrences: OccurrenceCounter): ColumnEntry {
  const name = textOf(row, 'request_name');
  const endedAtMs = numberOf(run, 'finished_at');
  const summary = {
    file: textOf(run, 'file_path'),
    name,
    line: 0,
    method: textOf(row, 'method'),
    url: shortText(textOf(row, 'url')),
    verdict: verdictOf(row),
    statusCode: numberOf(row, 'status_code'),
    duration: numberOf(row, 'duration_ms'),
    size: 0,
    assertions: numberOf(row, 'assertions'),
    failedAssertions: numberOf(row, 'failed_assertions'),
    error: shortText(textOf(row, 'error')),
    errorKind: '',
    skipReason: shortText(textOf(row, 'skip_reason')),
    environment: textOf(run, 'environment'),
    endedAt: new Date(endedAtMs).toISOString(),
    source: 'history' as const,
    executionId: '',
    index: numberOf(row, 'position'),
    occurrence: occurrences.next(name),
  };
  return { summary, endedAtMs, row: numberOf(row, 'id') };
}

/** A stopped run of the command line calls its skipped requests interrupted. */
function verdictOf(row: Row): Verdict {
  if (!isSet(row, 'skipped')) return isSet(row, 'passed') ? 'passed' : 'failed';
  return ['cancelled', 'interrupted'].includes(textOf(row, 'skip_reason')) ? 'cancelled' : 'skipped';
}

function resultView(row: Row, assertions: readonly Row[]): object {
  const statusCode = numberOf(row, 'status_code');
  const duration = numberOf(row, 'duration_ms');
  const url = textOf(row, 'url');
  const status = statusCode === 0 ? '' : `${statusCode} ${statusPhrase(statusCode)}`.trimEnd();
  const body = textOf(row, 'body_preview');
  return {
    name: textOf(row, 'request_name'),
    description: textOf(row, 'description'),
    passed: isSet(row, 'passed'),
    duration,
    request: { method: textOf(row, 'method'), url, headers: {}, body: '' },
    response: {
      statusCode,
      status,
      headers: {},
      body,
      duration,
      size: Buffer.byteLength(body),
      bodyTruncated: Buffer.byteLength(body) >= MIN_CUT_BYTES,
      finalUrl: url,
    },
    assertions: assertions.map((assertion) => ({
      ...(isSkippedCheck(assertion) && { skipped: true as const }),
      subject: textOf(assertion, 'subject'),
      operator: textOf(assertion, 'operator'),
      expected: textOf(assertion, 'expected'),
      actual: textOf(assertion, 'actual'),
      passed: isSet(assertion, 'passed'),
      message: textOf(assertion, 'message'),
      line: 0,
    })),
    captures: {},
  };
}

/** A preview was cut at a character, so it may be a few bytes shorter than its limit. */
const MIN_CUT_BYTES = 65_536 - 3;
