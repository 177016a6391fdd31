import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ServiceError } from '../../errors.js';
import { recordingText } from '../../operations/recordings/recording-text.js';
import type { RecordingProxy } from '../../record/recording-proxy.js';
import { checkOutput, writeOutput } from '../../workspace/output/write-output.js';
import { namedOutput } from '../command/named-output.js';
import type { RecordInvocation, RecordLine } from './record-line.js';

/** Hours of recording must not end with a file that cannot be written. */
export async function checkExport(invocation: RecordInvocation): Promise<void> {
  const { output } = invocation.flags;
  if (output === undefined || output === '-') return;
  const file = await namedOutput(output, invocation);
  if (statSync(dirname(file.absolute), { throwIfNoEntry: false }) === undefined)
    throw new ServiceError('output', `cannot write ${output}: its directory does not exist`);
  await checkOutput(file);
}

/** Gives the number of recordings. */
export async function writeExport(
  invocation: RecordInvocation,
  { format }: RecordLine,
  proxy: RecordingProxy,
): Promise<number> {
  const { flags, terminal } = invocation;
  const { list } = await proxy.recordings();
  const text = await recordingText(list, proxy.target, { format, chain: !flags['no-chain'] });
  const { output } = flags;
  if (output === undefined || output === '-') {
    await (format === 'http' ? terminal.payload(text) : terminal.json(text));
    return list.length;
  }
  const file = await namedOutput(output, invocation);
  // A file that was there before may have been open to others.
  await writeOutput(file, text, { private: true, folders: 'require' });
  return list.length;
}
