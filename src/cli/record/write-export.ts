import { chmod, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ServiceError } from '../../errors.js';
import { recordingText } from '../../operations/recording-text.js';
import type { RecordingProxy } from '../../record/recording-proxy.js';
import { writeAtomic } from '../../workspace/atomic-write.js';
import type { RecordInvocation, RecordLine } from './record-line.js';

/** Hours of recording must not end with a file that cannot be written. */
export async function checkOutput({ flags, context }: RecordInvocation): Promise<void> {
  const { output } = flags;
  if (output === undefined || output === '-') return;
  const path = resolve(context.cwd, output);
  const folder = await stat(dirname(path)).catch(() => undefined);
  const found = await stat(path).catch(() => undefined);
  if (folder?.isDirectory() !== true) {
    throw new ServiceError('output', `cannot write ${output}: its directory does not exist`);
  }
  if (found?.isDirectory() === true)
    throw new ServiceError('output', `cannot write ${output}: it is a directory`);
}

/** Gives the number of recordings. */
export async function writeExport(
  { flags, context, terminal }: RecordInvocation,
  { format }: RecordLine,
  proxy: RecordingProxy,
): Promise<number> {
  const { list } = await proxy.recordings();
  const text = await recordingText(list, proxy.target, { format, chain: !flags['no-chain'] });
  const { output } = flags;
  if (output === undefined || output === '-') {
    await (format === 'http' ? terminal.payload(text) : terminal.json(text));
    return list.length;
  }
  const path = resolve(context.cwd, output);
  await writeAtomic(path, text, { mode: PRIVATE, shown: output });
  // A file that was there before may have been open to others.
  if ((await stat(path)).isFile()) await chmod(path, PRIVATE);
  return list.length;
}

const PRIVATE = 0o600;
