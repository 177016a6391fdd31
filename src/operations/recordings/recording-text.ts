/** Exports recordings as one text, for clients and the command line. */
import type { Recording } from '../../record/recordings/recording.js';
import type { TargetAddress } from '../../record/proxy/target-address.js';
import { version } from '../../version.js';

export interface RecordExport {
  readonly format: 'http' | 'har' | 'json';
  /** Captures values of earlier responses and uses them in later requests; for request files only. */
  readonly chain: boolean;
}

export async function exportRecordings(
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
  const { toWholeRecording: wholeRecording } = await import('../../record/export/recording-view.js');
  const { jsonText } = await import('../../evaluation/values/json-text.js');
  return `${jsonText(list.map((recording) => wholeRecording(recording, target)))}\n`;
}

/** An export that grows: `start`, the texts of recordings with `between` between them, and `end`. */
export interface GrowingExport {
  readonly start: string;
  readonly next: (recording: Recording) => string;
  readonly between: string;
  readonly end: string;
}

export async function growingExport(
  target: TargetAddress,
  format: RecordExport['format'],
): Promise<GrowingExport> {
  if (format === 'http') {
    const { growingRequestFile } = await import('../../record/export/to-request-file.js');
    return { ...growingRequestFile(target), between: '', end: '' };
  }
  if (format === 'har') {
    const { HAR_END, harEntryText, harStart } = await import('../../record/export/to-har.js');
    const next = (recording: Recording): string => harEntryText(recording, target);
    return { start: harStart(version), next, between: ',\n', end: HAR_END };
  }
  const { toWholeRecording: wholeRecording } = await import('../../record/export/recording-view.js');
  const { jsonText } = await import('../../evaluation/values/json-text.js');
  const next = (recording: Recording): string => jsonText(wholeRecording(recording, target));
  return { start: '[\n', next, between: ',\n', end: '\n]\n' };
}
