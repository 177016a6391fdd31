import { exportRecordings } from '../../operations/recordings/recording-text.js';
import { formatCount } from '../../primitives/text/output-text.js';
import type { RecordingProxy } from '../../record/recording-proxy.js';
import { checkOutput, writeOutput } from '../../workspace/output/write-output.js';
import { resolveOutput, STDOUT } from '../command/named-output.js';
import type { RecordInvocation, RecordOptions } from './read-record-flags.js';

/** Checked at the start, because hours of recording must not end with a file that cannot be written. */
export async function checkExport(invocation: RecordInvocation): Promise<void> {
  const { output = STDOUT } = invocation.flags;
  if (output === STDOUT) return;
  await checkOutput(await resolveOutput(output, invocation));
}

/** Writes the recordings and a note that tells where they are. */
export async function writeExport(
  invocation: RecordInvocation,
  { format }: RecordOptions,
  proxy: RecordingProxy,
): Promise<void> {
  const { flags, terminal } = invocation;
  const { list } = await proxy.recordings();
  const text = await exportRecordings(list, proxy.target, { format, chain: !flags['no-chain'] });
  const { output = STDOUT } = flags;
  if (output === STDOUT) await (format === 'http' ? terminal.payload(text) : terminal.json(text));
  else {
    const file = await resolveOutput(output, invocation);
    // An existing file may have been readable by others.
    await writeOutput(file, text, { private: true });
  }
  const place = output === STDOUT ? 'standard output' : output;
  await terminal.note(`${formatCount(list.length, 'recording')} exported to ${place}`);
}
