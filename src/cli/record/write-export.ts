import { GrowingFile } from '../../operations/recordings/growing-file.js';
import { PacedSaving } from '../../operations/mocks/paced-saving.js';
import { exportRecordings } from '../../operations/recordings/recording-text.js';
import { systemClock } from '../../primitives/clock.js';
import { formatCount } from '../../primitives/text/output-text.js';
import type { RecordingProxy } from '../../record/recording-proxy.js';
import type { Recording } from '../../record/recordings/recording.js';
import type { OutputFile } from '../../workspace/output/output-file.js';
import { checkOutput, writeOutput } from '../../workspace/output/write-output.js';
import { resolveOutput, STDOUT } from '../command/named-output.js';
import type { RecordInvocation, RecordOptions } from './read-record-flags.js';

/** Where the recordings go: to a file while they are made, and complete at the end. */
export interface RecordingExport {
  /** To be called with each recording. */
  readonly add: (recording: Recording) => void;
  /** Writes the recordings and a note that tells where they are. */
  readonly finish: () => Promise<void>;
}

/** Checked at the start, because hours of recording must not end with a file that cannot be written. */
export async function openExport(
  invocation: RecordInvocation,
  options: RecordOptions,
  running: () => RecordingProxy,
): Promise<RecordingExport> {
  const { flags, terminal } = invocation;
  const { output = STDOUT } = flags;
  const file = output === STDOUT ? undefined : await resolveOutput(output, invocation);
  const isReplaceable = file !== undefined && (await checkOutput(file)).isReplaceable;
  const growth = isReplaceable ? startGrowth(file, invocation, options, running) : undefined;
  return {
    add: (recording) => growth?.add(recording),
    finish: async () => {
      await growth?.end();
      const proxy = running();
      const { list } = await proxy.recordings();
      const how = { format: options.format, chain: !flags['no-chain'] };
      const text = await exportRecordings(list, proxy.target, how);
      // An existing file may have been readable by others.
      if (file !== undefined) await writeOutput(file, text, { private: true });
      else await (options.format === 'http' ? terminal.payload(text) : terminal.json(text));
      const place = file === undefined ? 'standard output' : output;
      await terminal.note(`${formatCount(list.length, 'recording')} exported to ${place}`);
    },
  };
}

/** A process that is killed loses what was recorded since then. */
const MAX_PAUSE_MS = 500;

function startGrowth(
  file: OutputFile,
  { terminal }: RecordInvocation,
  { format, target }: RecordOptions,
  running: () => RecordingProxy,
): { readonly add: (recording: Recording) => void; readonly end: () => Promise<void> } {
  const all = async (): Promise<readonly Recording[]> => [...(await running().recordings()).list];
  const growing = new GrowingFile({ file, target, format, all });
  const save = async (): Promise<void> => {
    await growing.save();
    if (growing.isBehind) saving.note();
  };
  const onWarning = (message: string): void => void terminal.warning(message);
  const saving: PacedSaving = new PacedSaving(save, onWarning, systemClock, MAX_PAUSE_MS);
  return {
    add: (recording) => {
      growing.add(recording);
      saving.note();
    },
    end: () => saving.abandon(),
  };
}
