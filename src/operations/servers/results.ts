import { ServiceError } from '../../errors.js';
import { keyOf } from '../../runner/outcome/result-columns.js';
import type { ExecutionOutput } from '../runs/execution-request.js';
import type { ServiceOptions } from '../settings/service-options.js';
import { shownPath, type HistoryAccess } from './history-access.js';
import { endOf, LastResults, runIdOf, summaryOf, type FileTotals, type KeptResult } from './last-results.js';

/** The newest results of each request, whoever ran it: from memory, else from the history. */
export interface Results {
  /** Adds the results of an execution of the file. */
  add(
    file: string,
    output: Pick<ExecutionOutput, 'json' | 'places' | 'summaries' | 'isWhole'>,
    runId: number,
  ): Promise<void>;
  /** Returns the newest result of each request of the file, as a line of JSON. */
  list(file: string): Promise<Uint8Array>;
  totals(): Promise<readonly FileTotals[]>;
  /** Returns a whole result as a line of JSON; throws when there is none. */
  one(request: ResultRequest): Promise<Uint8Array>;
  forgetFile(path: string): void;
  /** Called after runs were removed from the history. */
  forgetStored(): void;
}

export interface ResultRequest {
  readonly file: string;
  readonly name: string;
  /** Among the results of that name in a run, from 1. */
  readonly occurrence: number;
  /** Whether the result before the newest one is meant. */
  readonly previous: boolean;
}

export interface ResultsInput {
  readonly options: Pick<ServiceOptions, 'root'>;
  readonly history: Pick<HistoryAccess, 'newResults' | 'storedResult'>;
}

export function createResults({ options, history }: ResultsInput): Results {
  const kept = new LastResults();
  const stored = new StoredResults(kept, history);
  return {
    add: async (file, { json, places, summaries, isWhole }, runId) => {
      stored.except(runId);
      await kept.add({ summaries, runIds: runId, isStored: false, file, isWhole }, { json, places });
    },
    list: async (sent) => {
      const file = shownPath(sent, options.root);
      await stored.read();
      return joinResults(kept.list(file));
    },
    totals: async () => {
      await stored.read();
      return kept.totals();
    },
    one: async ({ file: sent, name, occurrence, previous }) => {
      const file = shownPath(sent, options.root);
      await stored.read();
      const [newest, before] = kept.find(file, keyOf(name, occurrence)) ?? [];
      const wanted = previous ? before : newest;
      const named = { filePath: file, requestName: name, occurrence };
      const found = wanted
        ? (completeResult(kept, wanted) ?? (await history.storedResult({ ...named, runId: runIdOf(wanted) })))
        : await history.storedResult({ ...named, ...earlierThan(newest) });
      if (found) return found;
      throw new ServiceError('not-found', `no result of ${name} in ${file}`);
    },
    forgetFile: (path) => kept.forgetFile(path),
    forgetStored: () => stored.forget(),
  };
}

/** Reads what the history got since the last time: runs of the command line, and those before the server started. */
class StoredResults {
  readonly #kept: LastResults;
  readonly #history: ResultsInput['history'];
  #lastRunId = 0;
  /** Runs of this server, whose results are kept already. */
  #own: number[] = [];
  #reading: Promise<void> | undefined;

  constructor(kept: LastResults, history: ResultsInput['history']) {
    this.#kept = kept;
    this.#history = history;
  }

  except(runId: number): void {
    if (runId > 0) this.#own.push(runId);
    if (this.#own.length > MAX_OWN_RUNS) this.#own = this.#own.slice(-MAX_OWN_RUNS);
  }

  /** Calls that come meanwhile wait for the same reading. */
  read(): Promise<void> {
    this.#reading ??= this.#readNew().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  forget(): void {
    this.#kept.forgetStored();
    this.#lastRunId = 0;
  }

  async #readNew(): Promise<void> {
    const found = await this.#history.newResults(this.#lastRunId, this.#own);
    if (!found) return;
    const { lastRunId, runIds, ...summaries } = found;
    this.#lastRunId = Math.max(lastRunId, this.#lastRunId);
    this.#own = this.#own.filter((runId) => runId > lastRunId);
    await this.#kept.add({ summaries, runIds, isStored: true });
  }
}

/** Clients rarely let more runs pass between two lists; others are read again, which changes nothing. */
const MAX_OWN_RUNS = 1000;

/** The result before one that is not stored is the newest stored one. */
function earlierThan(newest: KeptResult | undefined): { readonly beforeRunId?: number } {
  const runId = newest && runIdOf(newest);
  return runId ? { beforeRunId: runId } : {};
}

function joinResults(results: readonly KeptResult[]): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from('{"results":[')];
  for (const [index, result] of results.entries()) {
    if (index > 0) parts.push(COMMA);
    parts.push(summaryOf(result));
  }
  parts.push(Buffer.from(']}\n'));
  return Buffer.concat(parts);
}

const COMMA = Buffer.from(',');

/** Adds what the result itself does not say; the members of its execution are those of its summary. */
function completeResult(kept: LastResults, result: KeptResult): Uint8Array | undefined {
  const whole = kept.wholeOf(result);
  if (!whole) return undefined;
  const { environment } = JSON.parse(Buffer.from(summaryOf(result)).toString('utf8')) as {
    readonly environment: string;
  };
  const endedAt = new Date(endOf(result)).toISOString();
  const added = JSON.stringify({ endedAt, environment, source: 'memory' }).slice(1);
  return Buffer.concat([whole.subarray(0, -1), Buffer.from(`,${added}\n`)]);
}
