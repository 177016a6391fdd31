import { jsonLine } from '../../evaluation/values/json-line.js';
import type { CallContext } from '../../primitives/threads/serve-calls.js';
import type { Recording } from '../../record/recordings/recording.js';
import { wholeRecording } from '../../record/export/recording-view.js';
import type { TargetAddress } from '../../record/proxy/target-address.js';
import { recordingText, type RecordExport } from './recording-text.js';

export interface RecordingsRendering {
  readonly target: TargetAddress;
  /** How many are sent while the call runs. */
  readonly count: number;
  /** The text that is made of them; without it there is one recording, which is shown whole. */
  readonly text?: RecordExport;
}

/** A line of JSON. Each event asks for the next recordings. */
export async function performRendering(
  { target, count, text }: RecordingsRendering,
  call: CallContext<null>,
): Promise<Uint8Array> {
  const recordings = await received(count, call);
  if (text === undefined) return jsonLine(recordings.map((each) => wholeRecording(each, target))[0]);
  return jsonLine({ content: await recordingText(recordings, target, text) });
}

async function received(count: number, call: CallContext<null>): Promise<readonly Recording[]> {
  const recordings: Recording[] = [];
  if (count === 0) return recordings;
  return new Promise((resolve, reject) => {
    const { signal } = call;
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    call.onMessage((piece) => {
      recordings.push(...(piece as readonly Recording[]));
      if (recordings.length < count) call.emit(null);
      else resolve(recordings);
    });
    call.emit(null);
  });
}
