import { ServiceError } from '../../errors.js';
import { diskReason } from '../../workspace/paths/disk-error.js';
import { nearHint } from '../../workspace/paths/near-sibling.js';
import { readNamed, type NamedPath } from '../../workspace/paths/read-inside.js';

/** Reads at most one byte more than the limit; the error names the file as it was given. */
export async function readInput(path: NamedPath, maxBytes: number, signal?: AbortSignal): Promise<Buffer> {
  try {
    return await readNamed(path, maxBytes, signal);
  } catch (error) {
    const message = `cannot read ${path.shown}: ${diskReason(error)}${nearHint(error, path)}`;
    throw new ServiceError('input', message, { cause: error });
  }
}
