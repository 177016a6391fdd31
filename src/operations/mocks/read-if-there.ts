import { ServiceError } from '../../errors.js';
import type { NamedPath } from '../../workspace/paths/read-inside.js';
import { isAbsent } from '../../workspace/paths/disk-error.js';
import { readInput } from '../settings/read-input.js';

/** More than any file has that a mock server writes. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** The text of a file that an earlier mock server may have written; undefined without one. */
export async function readIfThere({ absolute, shown }: NamedPath): Promise<string | undefined> {
  try {
    const bytes = await readInput({ absolute, shown }, MAX_FILE_BYTES);
    if (bytes.length <= MAX_FILE_BYTES) return bytes.toString('utf8');
  } catch (error) {
    if (error instanceof ServiceError && isAbsent(error.cause)) return undefined;
    throw error;
  }
  throw new ServiceError('input', `cannot use ${shown}: it is larger than 256 MiB`);
}
