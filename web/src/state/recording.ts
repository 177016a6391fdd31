/** The recording proxy: its state, its recordings, and one recording in detail. */
import { signal } from '@preact/signals';
import { writeRanges } from '../../../src/primitives/text/number-ranges.js';
import type { RecordingReplay, RecordingState, WholeRecording } from '../../../src/server/api-types.js';
import { ApiError } from '../api/client.js';
import { saveFile } from './save-file.js';
import {
  clearRecordings,
  exportRecordings,
  readEntry,
  readRecording,
  removeRecordings,
  replayRecording,
  startRecording,
  stopRecording,
  type ExportFormat,
} from '../api/tools.js';
import { storedSignal } from './stored-signal.js';
import { problemText } from './mock.js';
import { attempt, notify } from './notices.js';
import { poll } from './polling.js';

export interface RecordingDraft {
  readonly targetUrl: string;
  readonly port: string;
  readonly deduplicate: boolean;
  /** One pattern per line. */
  readonly exclude: string;
  /** Header names, separated by lines or commas. */
  readonly sanitize: string;
}

/** The server sends no events for recordings, so they are polled. */
const POLL_INTERVAL_MS = 1000;

export const recording = signal<RecordingState | undefined>(undefined);
export const recordingBusy = signal<'no' | 'starting' | 'stopping'>('no');
export const recordingProblem = signal('');
export const shownEntry = signal<WholeRecording | undefined>(undefined);
export const recordingDraft = storedSignal<RecordingDraft>('record', {
  targetUrl: '',
  port: '8081',
  deduplicate: false,
  exclude: '',
  sanitize: '',
});

/** Polls until the returned function is called. */
export function watchRecording(): () => void {
  return poll(loadRecording, POLL_INTERVAL_MS);
}

async function loadRecording(): Promise<void> {
  try {
    const found = await readRecording();
    if (!found.running) {
      shownEntry.value = undefined;
      if (recordingBusy.value === 'stopping') recordingBusy.value = 'no';
    }
    if (hasChanged(found)) recording.value = found;
  } catch (error) {
    // The bar at the top shows that the server cannot be reached; the next poll tries again.
    if (!(error instanceof ApiError)) throw error;
  }
}

/** An unchanged list is not set again, because it would be drawn again. */
function hasChanged(found: RecordingState): boolean {
  const shown = recording.value;
  if (shown === undefined || !shown.running || !found.running) return shown?.running !== found.running;
  const marks = (state: typeof found): unknown[] => [
    state.startedAt,
    state.count,
    state.failed,
    state.dropped,
    state.recordings.at(-1)?.id,
    state.recordings[0]?.id,
  ];
  const before = marks(shown);
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

let wanted = 0;

/** 0 shows none. */
export async function showEntry(id: number): Promise<void> {
  wanted = id;
  if (id === 0) {
    shownEntry.value = undefined;
    return;
  }
  try {
    const found = await readEntry(id);
    if (wanted === id) shownEntry.value = found;
  } catch (error) {
    if (wanted !== id) return;
    shownEntry.value = undefined;
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) notify('problem', `Recording ${id} is not there any more.`);
  }
}

/** `ids` are those of the recordings to export; undefined for all. */
export function exportText(
  format: ExportFormat,
  chain: boolean,
  ids?: Iterable<number>,
): Promise<string | undefined> {
  return attempt(() => exportRecordings(format, chain, ids && writeRanges(ids)));
}

export async function downloadRecordings(format: 'har' | 'json', ids?: Iterable<number>): Promise<void> {
  const text = await exportText(format, false, ids);
  if (text === undefined) return;
  const name = format === 'har' ? 'recording.har' : 'recording.json';
  saveFile(name, new Blob([text], { type: 'application/json' }));
  notify('done', `Saved as ${name}.`);
}

export async function removeEntries(ids: Iterable<number>): Promise<void> {
  const gone = new Set(ids);
  if (gone.size === 0) return;
  const isRemoved = await attempt(async () => (await removeRecordings(writeRanges(gone)), true));
  if (isRemoved && gone.has(shownEntry.value?.id ?? 0)) shownEntry.value = undefined;
  await loadRecording();
}

export type ReplayState =
  | { readonly state: 'none' | 'running' }
  | { readonly state: 'done'; readonly replay: RecordingReplay }
  | { readonly state: 'failed'; readonly problem: string };

/** Sends the recorded request again; a refusal says what is missing. */
export async function replay(id: number): Promise<ReplayState> {
  try {
    return { state: 'done', replay: await replayRecording(id) };
  } catch (error) {
    return { state: 'failed', problem: error instanceof Error ? error.message : String(error) };
  }
}

function words(text: string, between: RegExp): string[] {
  return text
    .split(between)
    .map((word) => word.trim())
    .filter(Boolean);
}
