/** The recording proxy: whether it runs, what it has recorded, and one of its entries in full. */
import { signal } from '@preact/signals';
import type { RecordingState, WholeRecording } from '../../../src/server/api-types.js';
import { ApiError } from '../api/client.js';
import {
  clearRecordings,
  exportRecordings,
  readEntry,
  readRecording,
  startRecording,
  stopRecording,
  type ExportFormat,
} from '../api/tools.js';
import { keptSignal } from './kept.js';
import { problemText } from './mock.js';
import { attempt, notify } from './notices.js';
import { poll } from './polling.js';

export interface RecordingDraft {
  readonly targetUrl: string;
  readonly port: string;
  readonly deduplicate: boolean;
  /** One pattern per line. */
  readonly exclude: string;
  /** Header names, one per line or between commas. */
  readonly sanitize: string;
}

/** The proxy tells nothing by itself (server.md 13). */
const LOOK_EVERY = 1000;

export const recording = signal<RecordingState | undefined>(undefined);
export const recordingBusy = signal<'no' | 'starting' | 'stopping'>('no');
export const recordingProblem = signal('');
export const shownEntry = signal<WholeRecording | undefined>(undefined);
export const recordingDraft = keptSignal<RecordingDraft>('record', {
  targetUrl: '',
  port: '8081',
  deduplicate: false,
  exclude: '',
  sanitize: '',
});

/** Until the returned function is called. */
export function watchRecording(): () => void {
  return poll(loadRecording, LOOK_EVERY);
}

async function loadRecording(): Promise<void> {
  try {
    const found = await readRecording();
    if (!found.running) {
      shownEntry.value = undefined;
      if (recordingBusy.value === 'stopping') recordingBusy.value = 'no';
    }
    if (isNews(found)) recording.value = found;
  } catch (error) {
    // A server that is away is said by the bar at the top; the next look finds it again.
    if (!(error instanceof ApiError)) throw error;
  }
}

/** The same list again would be drawn again. */
function isNews(found: RecordingState): boolean {
  const known = recording.value;
  if (known === undefined || !known.running || !found.running) return known?.running !== found.running;
  const marks = (state: typeof found): unknown[] => [
    state.startedAt,
    state.count,
    state.failed,
    state.dropped,
    state.recordings.at(-1)?.id,
    state.recordings[0]?.id,
  ];
  const before = marks(known);
  return marks(found).some((mark, index) => mark !== before[index]);
}

export async function beginRecording(): Promise<void> {
  const { targetUrl, port, deduplicate, exclude, sanitize } = recordingDraft.value;
  recordingBusy.value = 'starting';
  recordingProblem.value = '';
  try {
    await startRecording({
      targetUrl: targetUrl.trim(),
      port: Number(port),
      deduplicate,
      exclude: words(exclude, /\n/),
      sanitize: words(sanitize, /[\n,]/),
    });
  } catch (error) {
    recordingProblem.value = problemText(error);
  } finally {
    recordingBusy.value = 'no';
  }
  await loadRecording();
}

export async function endRecording(): Promise<void> {
  recordingBusy.value = 'stopping';
  if ((await attempt(async () => (await stopRecording(), true))) === undefined) recordingBusy.value = 'no';
  await loadRecording();
}

export async function forgetRecordings(): Promise<void> {
  await attempt(clearRecordings);
  shownEntry.value = undefined;
  await loadRecording();
}

export async function showEntry(id: number): Promise<void> {
  const found = await attempt(() => readEntry(id));
  if (found !== undefined) shownEntry.value = found;
}

export function exportText(format: ExportFormat, chain: boolean): Promise<string | undefined> {
  return attempt(() => exportRecordings(format, chain));
}

export async function downloadRecordings(format: 'har' | 'json'): Promise<void> {
  const text = await exportText(format, false);
  if (text === undefined) return;
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = format === 'har' ? 'recording.har' : 'recording.json';
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  notify('done', `Saved as ${link.download}.`);
}

function words(text: string, between: RegExp): string[] {
  return text
    .split(between)
    .map((word) => word.trim())
    .filter(Boolean);
}
