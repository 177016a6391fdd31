/** The mock server: its state and its routes. */
import { signal } from '@preact/signals';
import type { MockState, ServerEvent } from '../../../src/server/api-types.js';
import { ApiError } from '../api/client.js';
import { readMock, resetMock, startMock, stopMock } from '../api/tools.js';
import { chosenPaths, type ChosenFiles } from './chosen-files.js';
import { storedSignal } from './stored-signal.js';
import { forgetRequests, onMockRequest } from './traffic/mock-requests.js';
import { attempt, notify } from './notices.js';

export interface MockDraft extends ChosenFiles {
  readonly port: string;
  readonly delay: string;
  readonly environment: string;
  readonly cors: boolean;
  readonly strict: boolean;
  readonly stateful: boolean;
  readonly strictMatch: boolean;
  readonly template: boolean;
  readonly seed: string;
  /** One path on each line. */
  readonly descriptions: string;
  readonly proxy: string;
  readonly record: string;
}

export const mock = signal<MockState | undefined>(undefined);
export const mockBusy = signal<'no' | 'starting' | 'stopping'>('no');
export const mockProblem = signal('');
export const mockDraft = storedSignal<MockDraft>('mock', {
  isAll: true,
  paths: [],
  port: '3000',
  delay: '',
  environment: '',
  cors: false,
  strict: false,
  stateful: false,
  strictMatch: false,
  template: false,
  seed: '',
  descriptions: '',
  proxy: '',
  record: '',
});

export async function loadMock(): Promise<void> {
  const found = await attempt(readMock);
  if (found === undefined) return;
  mock.value = found;
  if (!found.running && mockBusy.value === 'stopping') mockBusy.value = 'no';
}

export async function beginMock(): Promise<void> {
  const { port, delay, environment, seed, isAll, paths, ...more } = mockDraft.value;
  const { descriptions, proxy, record, ...switches } = more;
  const described = describedPaths(descriptions);
  mockBusy.value = 'starting';
  mockProblem.value = '';
  try {
    mock.value = await startMock({
      files: chosenPaths({ isAll, paths }),
      port: Number(port),
      ...(delay.trim() !== '' && { delay: delay.trim() }),
      ...(environment !== '' && { environment }),
      ...(seed.trim() !== '' && { seed: Number(seed) }),
      ...(described.length > 0 && { descriptions: described }),
      ...(proxy.trim() !== '' && { proxy: proxy.trim() }),
      ...(record.trim() !== '' && { record: record.trim() }),
      ...switches,
    });
  } catch (error) {
    mockProblem.value = problemText(error);
    await loadMock();
  } finally {
    mockBusy.value = 'no';
  }
}

export function describedPaths(lines: string): string[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export async function endMock(): Promise<void> {
  mockBusy.value = 'stopping';
  await attempt(stopMock);
  // Responses in progress are finished first; the event of the end comes after them.
  await loadMock();
}

/** Forgets what clients have sent, and starts every sequence again. */
export async function restartMock(): Promise<void> {
  const done = await attempt(async () => {
    await resetMock();
    return true;
  });
  if (done) notify('done', 'The mock server has forgotten what it received.');
}

export function onMockEvent({ payload }: Extract<ServerEvent, { type: 'mock_request' }>): void {
  if (payload.event === 'request') {
    if (payload.proxied && mock.value?.running && mock.value.recording) loadRecorded();
    return onMockRequest();
  }
  forgetRequests();
  if (payload.event === 'stopped') mockBusy.value = 'no';
  void loadMock();
}

/** The server writes the file a moment after a request, and a large one less often. */
const RECORDED_DELAY_MS = 700;
const MAX_RECORDED_DELAY_MS = 5000;
let recordedTimer: ReturnType<typeof setTimeout> | undefined;

/** Again and again until the file has everything; no event tells of that. */
function loadRecorded(delayMs = RECORDED_DELAY_MS): void {
  recordedTimer ??= setTimeout(() => {
    recordedTimer = undefined;
    void loadMock().then(() => {
      if (mock.value?.running && mock.value.recording?.pending)
        loadRecorded(Math.min(delayMs * 2, MAX_RECORDED_DELAY_MS));
    });
  }, delayMs);
}

/** Adds advice to the message, unless the message already contains it. */
export function problemText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const isTaken = error instanceof ApiError && error.status === 409 && /^port \d+ is already/.test(text);
  return isTaken ? `${text}. Another program has it; choose another port, or 0 for any free one.` : text;
}
