/** The newest result of each request, as the server keeps them: also those of other clients and of earlier sessions. */
import { computed, signal } from '@preact/signals';
import type { FileTotals, ResultSummary } from '../../../../src/server/api-types.js';
import { readFileResults, readFileTotals } from '../../api/results.js';

export interface LastResult extends Omit<ResultSummary, 'endedAt'> {
  /** Milliseconds since 1970 by the clock of the server. */
  readonly endedAt: number;
}

/** The name and the place of a request in the text that the editor shows. */
export interface RequestPlace {
  readonly name: string;
  readonly line: number;
}

/** Of the files that are shown; those of the other files have to be loaded first. */
const loaded = signal<ReadonlyMap<string, readonly LastResult[]>>(new Map());
const places = signal<ReadonlyMap<string, readonly RequestPlace[]>>(new Map());

export const fileTotals = signal<ReadonlyMap<string, FileTotals>>(new Map());

/** By file, in the order of the requests; results of requests that the text no longer has are left out. */
export const lastResults = computed<ReadonlyMap<string, readonly LastResult[]>>(() => {
  const found = new Map<string, readonly LastResult[]>();
  for (const [file, results] of loaded.value)
    found.set(file, placeResults(file, results, places.value.get(file)));
  return found;
});

/** The results of one request: several if it has rows of data, none if it has not run. */
export function lastResultsAt(file: string, line: number): readonly LastResult[] {
  const results = lastResults.value.get(file);
  if (results === undefined && fileTotals.value.has(file)) queueMicrotask(() => void loadResults(file));
  return (results ?? []).filter((result) => result.file === file && result.line === line);
}

/** Called with the requests of the text in the editor, unless it has errors. */
export function noteRequests(file: string, requests: readonly RequestPlace[]): void {
  const before = places.peek().get(file);
  const isSame =
    before?.length === requests.length &&
    before.every(({ name, line }, index) => name === requests[index]?.name && line === requests[index].line);
  if (isSame) return;
  places.value = new Map(places.peek()).set(
    file,
    requests.map(({ name, line }) => ({ name, line })),
  );
}

export function requestCountOf(file: string): number | undefined {
  return places.value.get(file)?.length;
}

/** Results know the line at which they ran; the text may have changed since then. */
export function placeResults(
  file: string,
  results: readonly LastResult[],
  requests: readonly RequestPlace[] | undefined,
): readonly LastResult[] {
  if (requests === undefined) return results;
  const lines = new Map<string, number[]>();
  for (const { name, line } of requests) lines.set(name, [...(lines.get(name) ?? []), line]);
  const others: LastResult[] = [];
  const own: LastResult[] = [];
  for (const result of results) {
    if (result.file !== file) {
      others.push(result);
      continue;
    }
    const found = lines.get(result.name) ?? lines.get(baseName(result.name));
    const line = found?.[Math.min(result.occurrence, found.length) - 1];
    if (line !== undefined) own.push(line === result.line ? result : { ...result, line });
  }
  return [...others, ...own.sort((a, b) => a.line - b.line || rowOf(a.name) - rowOf(b.name))];
}

const ROW = / \[(\d+)\]$/;

/** The name of the request whose result it is: results of data rows end in the number of the row. */
export function baseName(name: string): string {
  return name.replace(ROW, '');
}

function rowOf(name: string): number {
  return Number(ROW.exec(name)?.[1] ?? 0);
}

const loading = new Map<string, Promise<void>>();
const stale = new Set<string>();
/** Lists of files that were looked at last; each may have thousands of results. */
const MAX_FILES = 30;

/** Several calls during a load cause only one further load. */
export function loadResults(file: string): Promise<void> {
  const running = loading.get(file);
  if (running) {
    stale.add(file);
    return running;
  }
  const load = loadUntilFresh(file).finally(() => loading.delete(file));
  loading.set(file, load);
  return load;
}

async function loadUntilFresh(file: string): Promise<void> {
  do {
    stale.delete(file);
    try {
      setResults(file, await readFileResults(file));
    } catch {
      // The server is gone; everything is loaded again when it is back.
      return;
    }
  } while (stale.has(file));
}

function setResults(file: string, results: readonly ResultSummary[]): void {
  const next = new Map(loaded.peek());
  next.delete(file);
  next.set(
    file,
    results.map((result) => ({ ...result, endedAt: Date.parse(result.endedAt) })),
  );
  for (const oldest of [...next.keys()].slice(0, -MAX_FILES)) next.delete(oldest);
  loaded.value = next;
}

/** Loads the results of a file unless they are there. */
export function showResultsOf(file: string): void {
  if (!loaded.peek().has(file)) void loadResults(file);
}

let totalsLoad: Promise<void> | undefined;
let areTotalsStale = false;

/** Loads the totals of all files, and the results of those files that have changed. */
export function loadTotals(): Promise<void> {
  areTotalsStale = totalsLoad !== undefined;
  totalsLoad ??= loadFreshTotals().finally(() => (totalsLoad = undefined));
  return totalsLoad;
}

async function loadFreshTotals(): Promise<void> {
  do {
    areTotalsStale = false;
    try {
      setTotals(await readFileTotals());
    } catch {
      return;
    }
  } while (areTotalsStale as boolean);
}

function setTotals(totals: readonly FileTotals[]): void {
  fileTotals.value = new Map(totals.map((each) => [each.file, each]));
  for (const file of loaded.peek().keys()) void loadIfOlder(file);
}

/** Results of thousands of requests are not loaded again when a load in progress has brought the newest ones. */
async function loadIfOlder(file: string): Promise<void> {
  await loading.get(file);
  const results = loaded.peek().get(file);
  const totals = fileTotals.peek().get(file);
  if (results !== undefined && !Object.is(newestEnd(file, results), Date.parse(totals?.endedAt ?? '')))
    await loadResults(file);
}

/** NaN without results. */
function newestEnd(file: string, results: readonly LastResult[]): number {
  let newest = Number.NaN;
  for (const result of results)
    if (result.file === file && !(result.endedAt <= newest)) newest = result.endedAt;
  return newest;
}

/** After an interruption, and when the window is looked at again: the command line may have run something. */
export function loadLastResults(): void {
  void loadTotals();
  for (const file of loaded.peek().keys()) void loadResults(file);
}
