/** The requests of all files: as stored, and for open files as the text in the editor has them. */
import { computed, signal } from '@preact/signals';
import type { RequestEntry } from '../../../../src/server/api-types.js';
import { readRequests } from '../../api/requests.js';
import { documents } from '../documents.js';
import { stateAfterFailure, type LoadState } from '../connection/load-state.js';

/** What the editor knows of a request. */
type OutlinedRequest = Omit<RequestEntry, 'file'>;

export const requestsState = signal<LoadState>('loading');

const stored = signal<ReadonlyMap<string, readonly RequestEntry[]>>(new Map());
const outlines = signal<ReadonlyMap<string, readonly RequestEntry[]>>(new Map());

/** One text, so that typing in a file does not count as a change. */
const openPaths = computed(() => documents.value.map(({ path }) => path).join('\n'));

/** By file, in the order of their lines. */
export const requestsByFile = computed<ReadonlyMap<string, readonly RequestEntry[]>>(() => {
  const all = new Map(stored.value);
  for (const path of openPaths.value.split('\n')) {
    const outline = outlines.value.get(path);
    if (outline !== undefined) all.set(path, outline);
  }
  return all;
});

const MIN_INTERVAL_MS = 500;
let isWanted = false;
let isLoading = false;
let isStale = false;

/** Called where requests are shown; until then none are loaded. */
export function wantRequests(): void {
  if (isWanted) return;
  isWanted = true;
  void loadRequests();
}

/** Several calls during a load, or shortly after one, cause only one further load. */
export async function loadRequests(): Promise<void> {
  if (!isWanted) return;
  isStale = true;
  if (isLoading) return;
  isLoading = true;
  while (isStale) {
    isStale = false;
    try {
      stored.value = byFile(await readRequests());
      requestsState.value = 'ready';
    } catch {
      // The old list stays, and the next connection or change reads it again.
      requestsState.value = stateAfterFailure(requestsState.peek());
    }
    if (isStale) await new Promise((resolve) => setTimeout(resolve, MIN_INTERVAL_MS));
  }
  isLoading = false;
}

/** Called with the requests of the text in the editor whenever it was parsed. */
export function noteOutline(file: string, requests: readonly OutlinedRequest[]): void {
  const entries = requests.map(({ name, title, method, url, line, tags }) => ({
    file,
    name,
    title,
    method,
    url,
    line,
    tags,
  }));
  const before = outlines.peek().get(file);
  if (before === undefined || !hasSameEntries(before, entries)) {
    outlines.value = new Map(outlines.peek()).set(file, entries);
  }
}

function hasSameEntries(before: readonly RequestEntry[], entries: readonly RequestEntry[]): boolean {
  return before.length === entries.length && before.every((each, at) => isSame(each, entries[at]));
}

function isSame(one: RequestEntry, other: RequestEntry | undefined): boolean {
  return (
    one.name === other?.name &&
    one.line === other.line &&
    one.method === other.method &&
    one.url === other.url &&
    one.title === other.title &&
    one.tags.join() === other.tags.join()
  );
}

/** The request that a line belongs to: the last one that starts at or above it. */
export function requestAtLine(
  requests: readonly RequestEntry[] | undefined,
  line: number,
): RequestEntry | undefined {
  return line === 0 ? undefined : (requests?.findLast((request) => request.line <= line) ?? requests?.[0]);
}

function byFile(entries: readonly RequestEntry[]): ReadonlyMap<string, readonly RequestEntry[]> {
  const found = new Map<string, RequestEntry[]>();
  for (const entry of entries) {
    const list = found.get(entry.file);
    if (list === undefined) found.set(entry.file, [entry]);
    else list.push(entry);
  }
  return found;
}
