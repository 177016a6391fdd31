/** The mock server: whether it runs, its routes, and what it was asked while this page is open. */
import { signal } from '@preact/signals';
import type { MockState, ServerEvent } from '../../../src/server/api-types.js';
import { ApiError } from '../api/client.js';
import { readMock, startMock, stopMock } from '../api/tools.js';
import { chosenPaths, type ChosenFiles } from './chosen-files.js';
import { keptSignal } from './kept.js';
import { attempt } from './notices.js';

export interface LoggedRequest {
  readonly id: number;
  readonly timestamp: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly duration: number;
  /** Empty when nothing answers it. */
  readonly route: string;
  readonly nearest: readonly { readonly method: string; readonly path: string; readonly name: string }[];
}

export interface MockDraft extends ChosenFiles {
  readonly port: string;
  readonly delay: string;
  readonly environment: string;
  readonly cors: boolean;
  readonly strict: boolean;
}

const MOST_LOGGED = 1000;
/** Thousands of requests in a second are shown in a few steps. */
const SHOW_AFTER = 120;

export const mock = signal<MockState | undefined>(undefined);
export const mockBusy = signal<'no' | 'starting' | 'stopping'>('no');
export const mockProblem = signal('');
/** Newest first; older ones than the last thousand are gone. */
export const mockLog = signal<readonly LoggedRequest[]>([]);
export const mockLogCount = signal(0);
export const mockDraft = keptSignal<MockDraft>('mock', {
  isAll: true,
  paths: [],
  port: '3000',
  delay: '',
  environment: '',
  cors: false,
  strict: false,
});

export async function loadMock(): Promise<void> {
  const found = await attempt(readMock);
  if (found === undefined) return;
  mock.value = found;
  if (!found.running && mockBusy.value === 'stopping') mockBusy.value = 'no';
}

export async function beginMock(): Promise<void> {
  const { port, delay, environment, cors, strict, ...chosen } = mockDraft.value;
  mockBusy.value = 'starting';
  mockProblem.value = '';
  try {
    mock.value = await startMock({
      files: chosenPaths(chosen),
      port: Number(port),
      ...(delay.trim() !== '' && { delay: delay.trim() }),
      ...(environment !== '' && { environment }),
      cors,
      strict,
    });
  } catch (error) {
    mockProblem.value = problemText(error);
    await loadMock();
  } finally {
    mockBusy.value = 'no';
  }
}

export async function endMock(): Promise<void> {
  mockBusy.value = 'stopping';
  await attempt(stopMock);
  // Answers under way get their time; the event of the end comes after them.
  await loadMock();
}

export function forgetLog(): void {
  mockLog.value = [];
  mockLogCount.value = 0;
}

export function onMockEvent({ payload }: Extract<ServerEvent, { type: 'mock_request' }>): void {
  if (payload.event !== 'request') {
    if (payload.event === 'started') forgetLog();
    else mockBusy.value = 'no';
    void loadMock();
    return;
  }
  const { timestamp, method, path, status, duration, route, nearest = [] } = payload;
  waiting.push({ id: ++lastId, timestamp, method, path, status, duration, route, nearest });
  timer ??= setTimeout(showWaiting, SHOW_AFTER);
}

const waiting: LoggedRequest[] = [];
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function showWaiting(): void {
  timer = undefined;
  const come = waiting.splice(0);
  mockLogCount.value += come.length;
  mockLog.value = [...come.slice(-MOST_LOGGED).reverse(), ...mockLog.value].slice(0, MOST_LOGGED);
}

/** What to do about it, where that is not in the message already. */
export function problemText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const isTaken = error instanceof ApiError && error.status === 409 && /^port \d+ is already/.test(text);
  return isTaken ? `${text}. Another program has it; choose another port, or 0 for any free one.` : text;
}
