/** The mock server: its state, its routes, and its requests since this page was opened. */
import { signal } from '@preact/signals';
import type { MockState, ServerEvent } from '../../../src/server/api-types.js';
import { ApiError } from '../api/client.js';
import { readMock, startMock, stopMock } from '../api/tools.js';
import { chosenPaths, type ChosenFiles } from './chosen-files.js';
import { storedSignal } from './stored-signal.js';
import { attempt } from './notices.js';

export interface LoggedRequest {
  readonly id: number;
  readonly timestamp: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly duration: number;
  /** Empty if no route matches. */
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

const MAX_LOGGED = 1000;
/** Requests are shown in batches, because there may be thousands per second. */
const SHOW_DELAY_MS = 120;

export const mock = signal<MockState | undefined>(undefined);
export const mockBusy = signal<'no' | 'starting' | 'stopping'>('no');
export const mockProblem = signal('');
/** The last thousand requests, newest first. */
export const mockLog = signal<readonly LoggedRequest[]>([]);
export const mockLogCount = signal(0);
export const mockDraft = storedSignal<MockDraft>('mock', {
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
  // Responses in progress are finished first; the event of the end comes after them.
  await loadMock();
}

export function clearLog(): void {
  mockLog.value = [];
  mockLogCount.value = 0;
}

export function onMockEvent({ payload }: Extract<ServerEvent, { type: 'mock_request' }>): void {
  if (payload.event !== 'request') {
    if (payload.event === 'started') clearLog();
    else mockBusy.value = 'no';
    void loadMock();
    return;
  }
  const { timestamp, method, path, status, duration, route, nearest = [] } = payload;
  waiting.push({ id: ++lastId, timestamp, method, path, status, duration, route, nearest });
  timer ??= setTimeout(showWaiting, SHOW_DELAY_MS);
}

const waiting: LoggedRequest[] = [];
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function showWaiting(): void {
  timer = undefined;
  const received = waiting.splice(0);
  mockLogCount.value += received.length;
  mockLog.value = [...received.slice(-MAX_LOGGED).reverse(), ...mockLog.value].slice(0, MAX_LOGGED);
}

/** Adds advice to the message, unless the message already contains it. */
export function problemText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const isTaken = error instanceof ApiError && error.status === 409 && /^port \d+ is already/.test(text);
  return isTaken ? `${text}. Another program has it; choose another port, or 0 for any free one.` : text;
}
