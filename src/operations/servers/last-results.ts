import { VERDICTS, type ResultColumns, type Verdict } from '../../runner/outcome/result-columns.js';
import { timeSlice } from '../../primitives/time-slice.js';

/** Results that came together: those of an execution, or stored ones. */
export interface ResultGroup {
  readonly summaries: ResultColumns;
  /** The run of each result in the history, or 0; one number when all are of the same run. */
  readonly runIds: number | Float64Array;
  /** Whether they were read from the history. */
  readonly isStored: boolean;
  /** The file that was executed; its dependencies may be of other files. */
  readonly file?: string;
  /** Whether every request of that file has a result here, so that results of other requests are outdated. */
  readonly isWhole?: boolean;
}

/** The line of JSON of an execution, with the start and the end of each result. */
export interface WholeResults {
  readonly json: Uint8Array;
  readonly places: Uint32Array;
}

/** A result where it is kept. */
export interface KeptResult {
  readonly group: ResultGroup;
  readonly index: number;
}

export interface FileTotals extends Readonly<Record<Verdict, number>> {
  readonly file: string;
  /** The number of requests that were run, each counted once whatever its rows of data. */
  readonly requests: number;
  readonly duration: number;
  readonly endedAt: string;
}

/** The newest result of a request and the one before it. */
type Pair = readonly [newest: KeptResult, previous?: KeptResult];

const MEBIBYTE = 1024 * 1024;
/** Of whole results; those that do not fit are read from the history. */
const MAX_WHOLE_BYTES = 96 * MEBIBYTE;
/** Of their summaries, which are also those of requests that no longer exist. */
const MAX_SUMMARY_BYTES = 32 * MEBIBYTE;

/**
 * The newest two results of each request, as bytes of JSON that other threads have written. Results are kept and
 * dropped by the execution they came with, the oldest first.
 */
export class LastResults {
  readonly #files = new Map<string, Map<string, Pair>>();
  /** The groups with the number of their results that are still kept, the oldest first. */
  readonly #groups = new Map<ResultGroup, number>();
  readonly #whole = new Map<ResultGroup, WholeResults>();
  /** By file, when every request of it was last run; stored results of other requests are outdated since then. */
  readonly #wholeRunEnds = new Map<string, number>();
  #wholeBytes = 0;
  #summaryBytes = 0;
  readonly #limits: { readonly wholeBytes: number; readonly summaryBytes: number };

  constructor(limits = { wholeBytes: MAX_WHOLE_BYTES, summaryBytes: MAX_SUMMARY_BYTES }) {
    this.#limits = limits;
  }

  /** Resolves when all are kept; other work of the event loop goes on meanwhile. */
  async add(group: ResultGroup, whole?: WholeResults): Promise<void> {
    const { summaries } = group;
    const count = summaries.keys.length;
    if (count === 0) return;
    this.#groups.set(group, count);
    this.#summaryBytes += summaries.json.byteLength;
    if (whole) {
      this.#whole.set(group, whole);
      this.#wholeBytes += whole.json.byteLength;
    }
    const pause = timeSlice();
    for (let index = 0; index < count; index += 1) {
      this.#keep({ group, index });
      await pause();
    }
    if (group.isWhole) this.#forgetOutdated(group);
    this.#shrink();
  }

  /**
   * The newest results of a file, by their line and then in the order of their run, after those of other files that
   * ran as their dependencies.
   */
  list(file: string): readonly KeptResult[] {
    const own = [...(this.#files.get(file)?.values() ?? [])].map(([newest]) => newest);
    const groups = new Set(own.map(({ group }) => group));
    const others = [...groups].flatMap((group) => (group.file === file ? this.#dependencies(group) : []));
    return [...others, ...own.toSorted((a, b) => lineOf(a) - lineOf(b) || a.index - b.index)];
  }

  #dependencies(group: ResultGroup): readonly KeptResult[] {
    const { files, keys } = group.summaries;
    const found: KeptResult[] = [];
    for (const [index, file] of files.entries()) {
      if (file === group.file) continue;
      const [newest] = this.#files.get(file)?.get(keys[index] ?? '') ?? [];
      if (newest?.group === group) found.push(newest);
    }
    return found;
  }

  find(file: string, key: string): Pair | undefined {
    return this.#files.get(file)?.get(key);
  }

  /** The bytes of the whole result, unless they had to be dropped. */
  wholeOf({ group, index }: KeptResult): Uint8Array | undefined {
    const whole = this.#whole.get(group);
    const row = group.summaries.rows[index] ?? 0;
    return whole?.json.subarray(whole.places[2 * row], whole.places[2 * row + 1]);
  }

  totals(): readonly FileTotals[] {
    return [...this.#files].map(([file, results]) => totalsOf(file, results.values()));
  }

  forgetFile(file: string): void {
    for (const pair of this.#files.get(file)?.values() ?? []) this.#releaseAll(pair);
    this.#files.delete(file);
    this.#wholeRunEnds.delete(file);
  }

  /** Forgets what came from the history only, after runs were removed from it. */
  forgetStored(): void {
    for (const group of this.#groups.keys()) if (group.isStored) this.#drop(group);
  }

  #keep(result: KeptResult): void {
    const { summaries } = result.group;
    const file = summaries.files[result.index] ?? '';
    const key = summaries.keys[result.index] ?? '';
    const results = this.#files.get(file) ?? new Map<string, Pair>();
    this.#files.set(file, results);
    const [newest, previous] = results.get(key) ?? [];
    // A stored result may be older than what is kept.
    const keptEnd = newest === undefined ? this.#wholeRunEnds.get(file) : endOf(newest);
    const isOlder = keptEnd !== undefined && keptEnd >= endOf(result) && result.group.isStored;
    if (isOlder) return this.#release(result);
    results.set(key, newest ? [result, newest] : [result]);
    if (previous) this.#release(previous);
  }

  #forgetOutdated(group: ResultGroup): void {
    const file = group.file ?? '';
    const end = group.summaries.endedAt.reduce((last, each) => Math.max(last, each), 0);
    this.#wholeRunEnds.set(file, end);
    const results = this.#files.get(file);
    for (const [key, pair] of results ?? []) {
      if (pair[0].group === group) continue;
      this.#releaseAll(pair);
      results?.delete(key);
    }
  }

  #releaseAll(pair: Pair): void {
    for (const result of pair) if (result) this.#release(result);
  }

  /** A group goes with its last result. */
  #release({ group }: KeptResult): void {
    const left = (this.#groups.get(group) ?? 0) - 1;
    if (left > 0) return void this.#groups.set(group, left);
    if (this.#groups.delete(group)) this.#summaryBytes -= group.summaries.json.byteLength;
    this.#dropWhole(group);
  }

  #shrink(): void {
    for (const group of this.#whole.keys()) {
      if (this.#wholeBytes <= this.#limits.wholeBytes) break;
      this.#dropWhole(group);
    }
    for (const group of this.#groups.keys()) {
      if (this.#summaryBytes <= this.#limits.summaryBytes) break;
      this.#drop(group);
    }
  }

  #dropWhole(group: ResultGroup): void {
    const whole = this.#whole.get(group);
    if (this.#whole.delete(group)) this.#wholeBytes -= whole?.json.byteLength ?? 0;
  }

  /** Removes every result of the group, wherever it is the newest or the previous one. */
  #drop(group: ResultGroup): void {
    const { files, keys } = group.summaries;
    for (const [index, key] of keys.entries()) {
      const results = this.#files.get(files[index] ?? '');
      const pair = results?.get(key);
      if (!results || !pair) continue;
      const [newest, previous] = pair.filter((result) => result?.group !== group);
      if (newest === undefined) results.delete(key);
      else results.set(key, previous ? [newest, previous] : [newest]);
      if (results.size === 0) this.#files.delete(files[index] ?? '');
    }
    if (this.#groups.delete(group)) this.#summaryBytes -= group.summaries.json.byteLength;
    this.#dropWhole(group);
  }
}

/** The bytes of the summary, without a line end. */
export function summaryOf({ group: { summaries }, index }: KeptResult): Uint8Array {
  return summaries.json.subarray(summaries.places[2 * index], summaries.places[2 * index + 1]);
}

export function runIdOf({ group: { runIds }, index }: KeptResult): number {
  return typeof runIds === 'number' ? runIds : (runIds[index] ?? 0);
}

export function endOf({ group, index }: KeptResult): number {
  return group.summaries.endedAt[index] ?? 0;
}

function lineOf({ group, index }: KeptResult): number {
  return group.summaries.lines[index] ?? 0;
}

function totalsOf(file: string, pairs: Iterable<Pair>): FileTotals {
  const counts = { passed: 0, failed: 0, skipped: 0, cancelled: 0 };
  const requests = new Set<string>();
  let duration = 0;
  let last = 0;
  for (const [newest] of pairs) {
    const { verdicts, durations, keys } = newest.group.summaries;
    const verdict = VERDICTS[verdicts[newest.index] ?? 0] ?? 'passed';
    counts[verdict] += 1;
    // A result of a row of data has the number of the row behind the name of its request.
    const key = keys[newest.index] ?? '';
    if (verdict === 'passed' || verdict === 'failed') requests.add(key.replace(ROW_NUMBER, ''));
    duration += durations[newest.index] ?? 0;
    last = Math.max(last, endOf(newest));
  }
  const endedAt = new Date(last).toISOString();
  return { file, ...counts, requests: requests.size, duration, endedAt };
}

const ROW_NUMBER = / \[\d+\]$/;
