import { dirname } from 'node:path';
import { ServiceError } from '../errors.js';
import { writeAtomic, type WriteOptions } from '../workspace/atomic-write.js';
import { diskReason } from '../workspace/disk-error.js';
import { makeFolder } from '../workspace/make-folder.js';

/** Replaces a report file; its directories are made (cli.md 7). `shown` is the path as the user gave it. */
export async function writeReportFile(
  { absolute, shown }: { readonly absolute: string; readonly shown: string },
  text: string,
  options: Pick<WriteOptions, 'private'> = {},
): Promise<void> {
  try {
    makeFolder(dirname(absolute));
  } catch (error) {
    throw new ServiceError('output', `could not write ${shown}: ${diskReason(error)}`, { cause: error });
  }
  await writeAtomic(absolute, text, { shown, ...options });
}
