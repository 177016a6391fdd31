import { lstat } from 'node:fs/promises';
import { ServiceError } from '../../errors.js';
import type { OutputFile } from '../../workspace/output/output-file.js';
import { createOutput, writeOutput } from '../../workspace/output/write-output.js';

/** Writes the file for its owner only, completely or not at all; an existing file is replaced only with `force`. */
export async function writePayload(
  payload: string | Uint8Array,
  output: OutputFile,
  force: boolean,
): Promise<void> {
  await checkTarget(output, force);
  if (force) return writeOutput(output, payload, { private: true });
  await createOutput(output, payload, 0o600).catch((error: unknown) => {
    throw error instanceof ServiceError && error.kind === 'conflict' ? exists(output) : error;
  });
}

async function checkTarget(output: OutputFile, force: boolean): Promise<void> {
  const found = await lstat(output.absolute).catch(() => undefined);
  if (found === undefined) return;
  if (found.isSymbolicLink()) throw unwritable(output, 'it is a symbolic link');
  if (!found.isFile()) throw unwritable(output, 'it is not a regular file');
  if (!force) throw exists(output);
}

function exists({ shown }: OutputFile): ServiceError {
  return new ServiceError('output', `${shown} exists already`, { hint: '--force replaces it' });
}

function unwritable({ shown }: OutputFile, reason: string): ServiceError {
  return new ServiceError('output', `could not write ${shown}: ${reason}`);
}
