import { encodeJsonLine } from '../../evaluation/values/json-line.js';
import type { CallContext } from '../../primitives/threads/serve-calls.js';
import type { MockFile } from '../../record/export/to-mock-file.js';
import type { Recording } from '../../record/recordings/recording.js';
import { toWholeRecording } from '../../record/export/recording-view.js';
import type { TargetAddress } from '../../record/proxy/target-address.js';
import { exportRecordings, type RecordExport } from './recording-text.js';

export interface RecordingsRendering {
  readonly target: TargetAddress;
  /** The number of recordings that are sent while the call runs. */
  readonly count: number;
  /** The format to export; left out, the only recording is shown in full. */
  readonly text?: RecordExport;
}

/** Returns a line of JSON. Each event requests the next recordings. */
export async function performRendering(
  { target, count, text }: RecordingsRendering,
  call: CallContext<null>,
): Promise<Uint8Array> {
  const recordings = await receiveRecordings(count, call);
  if (text === undefined) return encodeJsonLine(recordings.map((each) => toWholeRecording(each, target))[0]);
  return encodeJsonLine({ content: await exportRecordings(recordings, target, text) });
}

export interface MockFileRendering {
  readonly address: TargetAddress;
  /** The text of an earlier recording. */
  readonly earlier: string | undefined;
  /** The number of recordings that are sent while the call runs. */
  readonly count: number;
}

export async function performMockFile(
  { address, earlier, count }: MockFileRendering,
  call: CallContext<null>,
): Promise<MockFile> {
  const recordings = await receiveRecordings(count, call);
  const { toMockFile } = await import('../../record/export/to-mock-file.js');
  return toMockFile(recordings, address, earlier);
}

async function receiveRecordings(count: number, call: CallContext<null>): Promise<readonly Recording[]> {
  const recordings: Recording[] = [];
  if (count === 0) return recordings;
  return new Promise((resolve, reject) => {
    const { signal } = call;
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    call.onMessage((batch) => {
      recordings.push(...(batch as readonly Recording[]));
      if (recordings.length < count) call.emit(null);
      else resolve(recordings);
    });
    call.emit(null);
  });
}
