/**
 * Renders recordings for clients. The proxy runs in the main thread, where writing thousands of recordings would
 * block all clients: they are copied to an engine thread instead, in batches as it requests them.
 */
import type { MockFile } from '../../record/export/to-mock-file.js';
import type { Recording } from '../../record/recordings/recording.js';
import { bodyBytes } from '../../record/recordings/recordings.js';
import type { Engine } from '../engine/engine.js';
import type { MockFileRendering, RecordingsRendering } from '../recordings/perform-rendering.js';

/** Returns a line of JSON. */
export function renderRecordings(
  recordings: readonly Recording[],
  rendering: Omit<RecordingsRendering, 'count'>,
  engine: Pick<Engine, 'call'>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const count = recordings.length;
  return engine.call('renderRecordings', { ...rendering, count }, { signal, ...inBatches(recordings) });
}

/** The same for the request file of a mock server that passes requests on. */
export function renderMockFile(
  recordings: readonly Recording[],
  rendering: Omit<MockFileRendering, 'count'>,
  engine: Pick<Engine, 'call'>,
): Promise<MockFile> {
  const count = recordings.length;
  return engine.call('renderMockFile', { ...rendering, count }, inBatches(recordings));
}

interface BatchOptions {
  readonly lane: 'light' | 'heavy';
  readonly onStart: (send: (batch: readonly Recording[]) => void) => void;
  readonly onEvent: () => void;
}

function inBatches(recordings: readonly Recording[]): BatchOptions {
  const lane = nextBatch(recordings, 0).length === recordings.length ? 'light' : 'heavy';
  let sent = 0;
  let send: (batch: readonly Recording[]) => void;
  return {
    lane,
    onStart: (sendBatch) => {
      send = sendBatch;
      sent = 0;
    },
    onEvent: () => {
      const batch = nextBatch(recordings, sent);
      sent += batch.length;
      send(batch);
    },
  };
}

/** Copying larger batches would block the main thread for more than a few milliseconds. */
const MAX_BATCH_RECORDINGS = 20;
const MAX_BATCH_BYTES = 512 * 1024;

function nextBatch(recordings: readonly Recording[], start: number): readonly Recording[] {
  let end = start;
  for (let bytes = 0; end < recordings.length && end - start < MAX_BATCH_RECORDINGS; end += 1) {
    const recording = recordings[end];
    bytes += recording ? bodyBytes(recording) : 0;
    if (bytes > MAX_BATCH_BYTES && end > start) break;
  }
  return recordings.slice(start, end);
}
