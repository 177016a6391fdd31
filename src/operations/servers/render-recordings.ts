/**
 * Recordings as a client gets them. The proxy that keeps them runs in the main thread, where writing thousands of them
 * would hold up everybody: they are copied to an engine thread instead, piece by piece as that asks for them.
 */
import type { Recording } from '../../record/recordings/recording.js';
import { bodyBytes } from '../../record/recordings/recordings.js';
import type { Engine } from '../engine/engine.js';
import type { RecordingsRendering } from '../recordings/perform-rendering.js';

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
