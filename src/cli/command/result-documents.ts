/** Finds and reads the results documents that arguments name. */
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ServiceError } from '../../errors.js';
import { sortByBytes } from '../../workspace/paths/byte-order.js';
import { diskReason } from '../../workspace/paths/disk-error.js';
import { readLimited } from '../../workspace/paths/read-limited.js';
import type { ProcessContext } from '../process/process-context.js';

/** More than any run writes, and near the maximum length of a string in V8. */
export const MAX_DOCUMENT_BYTES = 256 * 1024 * 1024;
const MAX_DOCUMENTS = 1000;

/** A path that cannot be looked at is reported when it is read. */
export function isDirectory(path: string, { cwd }: ProcessContext): boolean {
  try {
    return statSync(resolve(cwd, path)).isDirectory();
  } catch {
    return false;
  }
}

/** The `.json` files of a directory, not those of its subdirectories, in byte order. */
export function listDocuments(path: string, { cwd }: ProcessContext): readonly string[] {
  const names = readNames(path, resolve(cwd, path)).filter((name) => /\.json$/i.test(name));
  if (names.length === 0) {
    throw new ServiceError('input', `${path} has no results document`, {
      hint: 'put the .json files of the runs into it',
    });
  }
  if (names.length > MAX_DOCUMENTS) {
    throw new ServiceError('input', `${path} has more than ${MAX_DOCUMENTS} .json files`);
  }
  return sortByBytes(names, (name) => name).map((name) => join(path, name).replaceAll('\\', '/'));
}

function readNames(path: string, absolute: string): string[] {
  try {
    return readdirSync(absolute);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Reads one byte more than the limit from a file that is larger. */
export async function readDocumentFile(
  path: string,
  { cwd }: ProcessContext,
  maxBytes: number,
): Promise<Uint8Array> {
  try {
    return await readLimited(resolve(cwd, path), maxBytes);
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): ServiceError {
  return new ServiceError('input', `could not read ${path}: ${diskReason(error)}`, { cause: error });
}
