/** Recordings as one text, for clients and the command line alike. */
import type { Recording } from '../../record/recordings/recording.js';
import type { TargetAddress } from '../../record/proxy/target-address.js';
import { version } from '../../version.js';

export interface RecordExport {
  readonly format: 'http' | 'har' | 'json';
  /** Values of earlier answers are captured and used; of request files only. */
  readonly chain: boolean;
}

export async function recordingText(
  list: readonly Recording[],
  target: TargetAddress,
  { format, chain }: RecordExport,
): Promise<string> {
  if (format === 'http') {
    const { toRequestFile } = await import('../../record/export/to-request-file.js');
    return toRequestFile(list, target, { chain });
  }
  if (format === 'har') {
    const { toHar } = await import('../../record/export/to-har.js');
    return toHar(list, target, version);
  }
  const { wholeRecording } = await import('../../record/export/recording-view.js');
  const { jsonText } = await import('../../evaluation/values/json-text.js');
  return `${jsonText(list.map((recording) => wholeRecording(recording, target)))}\n`;
}
