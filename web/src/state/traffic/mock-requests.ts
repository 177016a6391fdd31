/** The last requests of the mock server, and one of them in detail. */
import { computed, signal } from '@preact/signals';
import type { MockRequest, MockRequests, WholeMockRequest } from '../../../../src/server/api-types.js';
import { ApiError } from '../../api/client.js';
import { clearMockRequests, exportMockRequests, readMockRequest, readMockRequests } from '../../api/tools.js';
import { filterExchanges, NO_FILTER, PASSED_ON, type ExchangeFilter } from './exchange-filter.js';
import { attempt, notify } from '../notices.js';
import { exchangeAddress, replaceAddress, route } from '../route.js';
import { storedSignal } from '../stored-signal.js';

/** As many as the server keeps. */
const MAX_SHOWN = 2000;
/** Events come in batches, because there may be thousands per second. */
const LOAD_DELAY_MS = 120;
const SEARCH_DELAY_MS = 250;

const NOTHING: MockRequests = { requests: [], total: 0, kept: 0, skipped: 0, lastId: 0 };

export const mockRequests = signal<MockRequests>(NOTHING);
export const mockFilter = storedSignal<ExchangeFilter>('mock-filter', NO_FILTER);
export const shownRequest = signal<WholeMockRequest | undefined>(undefined);
/** Whether the secrets of the shown request are shown; another request hides them again. */
export const areSecretsShown = signal(false);

/** The server looks for the text, because the list has neither headers nor bodies. */
export const filteredRequests = computed<readonly MockRequest[]>(() =>
  filterExchanges(mockRequests.value.requests, mockFilter.value, (request) => ({
    ...request,
    words: '',
    ...(request.source === 'proxied' && { route: PASSED_ON }),
  })),
);

let timer: ReturnType<typeof setTimeout> | undefined;
let searchedText = '';
let calls = 0;
let isLoading = false;
/** Requests have arrived since the load in progress began. */
let isStale = false;

/** Called for each event of a request. */
export function onMockRequest(): void {
  if (route.value.view !== 'mock') return;
  if (isLoading) isStale = true;
  else timer ??= setTimeout(() => void loadNew(), LOAD_DELAY_MS);
}

/** Loads the whole list, at the start and after an interruption. */
export async function loadMockRequests(): Promise<void> {
  searchedText = mockFilter.value.text.trim();
  calls += 1;
  const call = calls;
  const found = await readList(0);
  if (call === calls && found !== undefined) mockRequests.value = found;
}

async function loadNew(): Promise<void> {
  timer = undefined;
  const before = mockRequests.value;
  const call = calls;
  isLoading = true;
  isStale = false;
  const found = await readList(before.lastId);
  isLoading = false;
  if (isStale) onMockRequest();
  if (call !== calls || found === undefined) return undefined;
  if (found.lastId < before.lastId) return loadMockRequests();
  const requests = [...found.requests, ...before.requests].slice(0, MAX_SHOWN);
  mockRequests.value = { ...found, requests };
  return undefined;
}

/** Undefined if the server cannot be reached, then the list stays. */
async function readList(after: number): Promise<MockRequests | undefined> {
  try {
    return await readMockRequests(after, searchedText);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.status === 0 ? undefined : NOTHING;
  }
}

let searchTimer: ReturnType<typeof setTimeout> | undefined;

export function setMockFilter(filter: ExchangeFilter): void {
  const isSearch = filter.text.trim() !== searchedText;
  mockFilter.value = filter;
  clearTimeout(searchTimer);
  if (isSearch) searchTimer = setTimeout(() => void loadMockRequests(), SEARCH_DELAY_MS);
}

export async function clearRequests(): Promise<void> {
  await attempt(clearMockRequests);
  shownRequest.value = undefined;
  await loadMockRequests();
}

/** Called when the mock server has been started or stopped; ids begin again. */
export function forgetRequests(): void {
  const shown = route.peek();
  if (shown.view === 'mock' && shown.exchange !== 0) replaceAddress(exchangeAddress('mock', 0));
  calls += 1;
  mockRequests.value = NOTHING;
  shownRequest.value = undefined;
}

let wanted = 0;

/** 0 shows none. */
export async function showMockRequest(id: number, isShown = false): Promise<void> {
  wanted = id;
  if (id === 0) {
    shownRequest.value = undefined;
    return;
  }
  try {
    const found = await readMockRequest(id, isShown);
    if (wanted !== id) return;
    areSecretsShown.value = isShown;
    shownRequest.value = found;
  } catch (error) {
    if (wanted !== id) return;
    shownRequest.value = undefined;
    if (error instanceof ApiError && error.status === 404) {
      notify('problem', `Request ${id} is not kept any more; choose a newer one.`);
    } else if (!(error instanceof ApiError)) throw error;
  }
}

/** The request as the text of a request file, with assertions for its response. */
export function requestText(id: number): Promise<string | undefined> {
  return attempt(() => exportMockRequests(String(id)));
}
