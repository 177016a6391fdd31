import { chmod, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ServiceError } from '../../errors.js';
import type { RecordingProxy } from '../../record/recording-proxy.js';
import { version } from '../../version.js';
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
  const text = await exportText(format, proxy, list, !flags['no-chain']);
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

async function exportText(
  format: RecordLine['format'],
  { target }: RecordingProxy,
  list: Awaited<ReturnType<RecordingProxy['recordings']>>['list'],
  chain: boolean,
): Promise<string> {
  if (format === 'http') {
    const { toRequestFile } = await import('../../record/to-request-file.js');
    return toRequestFile(list, target, { chain });
  }
  if (format === 'har') {
    const { toHar } = await import('../../record/to-har.js');
    return toHar(list, target, version);
  }
  const { wholeRecording } = await import('../../record/recording-view.js');
  const { jsonText } = await import('../../evaluation/json-text.js');
  return `${jsonText(list.map((recording) => wholeRecording(recording, target)))}\n`;
}
