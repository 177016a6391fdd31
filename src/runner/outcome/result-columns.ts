/**
 * The newest results of requests as columns: what another thread needs to keep and to count them, beside the JSON
 * that clients get, so that it never has to write or read JSON itself.
 */
export interface ResultColumns {
  readonly files: readonly string[];
  /** The name of each result; `keyOf` tells those of one name apart. */
  readonly keys: readonly string[];
  /** Numbers of VERDICTS. */
  readonly verdicts: Uint8Array;
  readonly durations: Float64Array;
  readonly lines: Uint32Array;
  /** Milliseconds since 1970. */
  readonly endedAt: Float64Array;
  /** The position in its execution, or the id of its row in the history. */
  readonly rows: Float64Array;
  /** The summaries one after another. */
  readonly json: Uint8Array;
  /** The start and the end of each summary. */
  readonly places: Uint32Array;
}

export const VERDICTS = ['passed', 'failed', 'skipped', 'cancelled'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** One result as clients list it; the order of the fields is part of the API. */
export interface ResultSummary {
  readonly file: string;
  readonly name: string;
  /** 0 for results of the history. */
  readonly line: number;
  readonly method: string;
  readonly url: string;
  readonly verdict: Verdict;
  readonly statusCode: number;
  readonly duration: number;
  readonly size: number;
  readonly assertions: number;
  readonly failedAssertions: number;
  readonly error: string;
  readonly skipReason: string;
  readonly environment: string;
  readonly endedAt: string;
  readonly source: 'memory' | 'history';
  /** Empty for results of the history. */
  readonly executionId: string;
  /** The position in its run. */
  readonly index: number;
  /** Counts the results of one name in a run, from 1: unnamed requests may share one. */
  readonly occurrence: number;
}

export interface ColumnEntry {
  readonly summary: ResultSummary;
  readonly endedAtMs: number;
  readonly row: number;
}

export function toResultColumns(entries: readonly ColumnEntry[]): ResultColumns {
  const count = entries.length;
  const files: string[] = [];
  const keys: string[] = [];
  const texts: string[] = [];
  const columns = {
    verdicts: new Uint8Array(count),
    durations: new Float64Array(count),
    lines: new Uint32Array(count),
    endedAt: new Float64Array(count),
    rows: new Float64Array(count),
    places: new Uint32Array(2 * count),
  };
  let at = 0;
  for (const [index, { summary, endedAtMs, row }] of entries.entries()) {
    files.push(summary.file);
    keys.push(keyOf(summary.name, summary.occurrence));
    columns.verdicts[index] = VERDICTS.indexOf(summary.verdict);
    columns.durations[index] = summary.duration;
    columns.lines[index] = summary.line;
    columns.endedAt[index] = endedAtMs;
    columns.rows[index] = row;
    const text = JSON.stringify(summary);
    texts.push(text);
    columns.places[2 * index] = at;
    at += Buffer.byteLength(text);
    columns.places[2 * index + 1] = at;
  }
  return { files, keys, ...columns, json: new TextEncoder().encode(texts.join('')) };
}

/** The key of a result among those of its file. */
export function keyOf(name: string, occurrence: number): string {
  return occurrence === 1 ? name : `${name}\0${occurrence}`;
}

/** Counts how often each text was seen, this time included. */
export class OccurrenceCounter {
  readonly #counts = new Map<string, number>();

  next(text: string): number {
    const count = (this.#counts.get(text) ?? 0) + 1;
    this.#counts.set(text, count);
    return count;
  }
}

/** A list shows only the start of a long text; the result itself has all of it. */
export function shortText(text: string): string {
  return text.length <= MAX_TEXT_CHARACTERS ? text : `${text.slice(0, MAX_TEXT_CHARACTERS)}…`;
}

const MAX_TEXT_CHARACTERS = 500;
