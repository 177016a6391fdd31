import { dirname } from 'node:path';
import { ServiceError } from '../errors.js';
import type { NamedPath } from '../workspace/read-inside.js';
import { writeAtomic, type WriteOptions } from '../workspace/atomic-write.js';
import { diskCode, diskReason } from '../workspace/disk-error.js';
import { makeFolder } from '../workspace/make-folder.js';

/** Replaces a report file; its directories are made (cli.md 7). `shown` is the path as the user gave it. */
export async function writeReportFile(
  { absolute, shown }: NamedPath,
  text: string,
  options: Pick<WriteOptions, 'private'> = {},
): Promise<void> {
  try {
    makeFolder(dirname(absolute));
  } catch (error) {
    // What exists in the place of a folder is a file.
    const reason = diskCode(error) === 'EEXIST' ? 'a part of the path is not a directory' : diskReason(error);
    throw new ServiceError('output', `could not write ${shown}: ${reason}`, { cause: error });
  }
  await writeAtomic(absolute, text, { shown, ...options });
}
