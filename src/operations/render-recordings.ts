/**
 * Recordings as a client gets them. The proxy that keeps them runs in the main thread, where writing thousands of them
 * would hold up everybody: they are copied to an engine thread instead, piece by piece as that asks for them.
 */
import { jsonLine } from '../evaluation/json-line.js';
import type { CallContext } from '../primitives/threads/serve-calls.js';
import type { Recording } from '../record/recording.js';
import { wholeRecording } from '../record/recording-view.js';
import { bodyBytes } from '../record/recordings.js';
import type { TargetAddress } from '../record/target-address.js';
import type { Engine } from './engine/engine.js';
import type { RecordExport } from './recording-text.js';

export interface RecordingsRendering {
  readonly target: TargetAddress;
  /** How many are sent while the call runs. */
  readonly count: number;
  /** The text that is made of them; without it there is one recording, which is shown whole. */
  readonly text?: RecordExport;
}

/** A line of JSON. */
export function renderRecordings(
  recordings: readonly Recording[],
  rendering: Omit<RecordingsRendering, 'count'>,
  engine: Pick<Engine, 'call'>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const count = recordings.length;
  const lane = pieceFrom(recordings, 0).length === count ? 'light' : 'heavy';
  let sent = 0;
  let send: (piece: readonly Recording[]) => void;
  return engine.call(
    'renderRecordings',
    { ...rendering, count },
    {
      signal,
      lane,
      onStart: (sendPiece) => {
        send = sendPiece;
        sent = 0;
      },
      onEvent: () => {
        const piece = pieceFrom(recordings, sent);
        sent += piece.length;
        send(piece);
      },
    },
  );
}

/** Copying more at once would take the main thread longer than some milliseconds. */
const MAX_PIECE_RECORDINGS = 20;
const MAX_PIECE_BYTES = 512 * 1024;

function pieceFrom(recordings: readonly Recording[], start: number): readonly Recording[] {
  let end = start;
  for (let bytes = 0; end < recordings.length && end - start < MAX_PIECE_RECORDINGS; end += 1) {
    const recording = recordings[end];
    bytes += recording ? bodyBytes(recording) : 0;
    if (bytes > MAX_PIECE_BYTES && end > start) break;
  }
  return recordings.slice(start, end);
}

/** Each event asks for the next piece. */
export async function performRendering(
  { target, count, text }: RecordingsRendering,
  call: CallContext<null>,
): Promise<Uint8Array> {
  const recordings = await received(count, call);
  if (text === undefined) return jsonLine(recordings.map((each) => wholeRecording(each, target))[0]);
  const { recordingText } = await import('./recording-text.js');
  return jsonLine({ content: await recordingText(recordings, target, text) });
}

async function received(count: number, call: CallContext<null>): Promise<readonly Recording[]> {
  const recordings: Recording[] = [];
  if (count === 0) return recordings;
  return new Promise((resolve, reject) => {
    const { signal } = call;
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    call.onMessage = (piece) => {
      recordings.push(...(piece as readonly Recording[]));
      if (recordings.length < count) call.emit(null);
      else resolve(recordings);
    };
    call.emit(null);
  });
}
