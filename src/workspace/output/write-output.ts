import { constants, open, rm, type FileHandle } from 'node:fs/promises';
import { sep } from 'node:path';
import { ServiceError } from '../../errors.js';
import { CREATE_NO_LINK, writeAtomic, type WriteOptions } from '../write/atomic-write.js';
import { diskCode, diskReason } from '../paths/disk-error.js';
import { whileOpen } from '../paths/while-open.js';
import { writeNew } from '../write/new-file.js';
import { locateOutput, type LinkRule, type LocateOptions, type OutputPlace } from './locate-output.js';
import type { OutputFile } from './output-file.js';

export interface OutputOptions extends Pick<WriteOptions, 'mode' | 'private' | 'isReal' | 'isSame'> {
  /** `replace` unless the file belongs to the workspace itself. */
  readonly links?: LinkRule;
  /** `make` by default. */
  readonly folders?: LocateOptions['folders'];
}

/** Replaces a whole file with `writeAtomic` at the place that `locateOutput` finds. */
export async function writeOutput(
  output: OutputFile,
  data: string | Uint8Array,
  { links = 'replace', folders = 'make', ...options }: OutputOptions = {},
): Promise<void> {
  await atPlace(output, { links, folders }, async (place) => {
    if (isSpecial(place, output)) return writeInPlace(place, data);
    await writeAtomic(place.folder.at(place.name), data, { ...options, shown: output.shown });
  });
}

/**
 * Replaces the end of a file that was written before, from a byte on. Returns false when the file has not the size any
 * more that it had.
 */
export async function replaceEnd(
  output: OutputFile,
  { from, size }: { readonly from: number; readonly size: number },
  data: Uint8Array,
): Promise<boolean> {
  return atPlace(output, APPENDED, async (place) => {
    if (place.found === undefined || isSpecial(place, output) || place.found.size !== size) return false;
    const file = await open(place.folder.at(place.name), WRITE_NO_LINK);
    return whileOpen(file, async () => {
      const { size: now } = await file.stat();
      if (now !== size) return false;
      for (let at = 0; at < data.length;)
        at += (await file.write(data, at, data.length - at, from + at)).bytesWritten;
      return true;
    });
  });
}

/** Creates a file; an existing one is an error of kind `conflict`. */
export async function createOutput(
  output: OutputFile,
  data: string | Uint8Array,
  mode: number,
): Promise<void> {
  await atPlace(output, { links: 'refuse', folders: 'make' }, async ({ folder, name }) => {
    await writeNew(folder, name, data, mode).catch((error: unknown) => {
      if (diskCode(error) !== 'EEXIST') throw error;
      throw new ServiceError('conflict', `${output.shown} exists already`, { cause: error });
    });
  });
}

/**
 * Creates missing folders and throws the error that writing would throw, without writing. A device or a pipe is not
 * `isReplaceable`: each text comes after the one before.
 */
export async function checkOutput(output: OutputFile): Promise<{ readonly isReplaceable: boolean }> {
  return atPlace(output, { links: 'replace', folders: 'make' }, async (place) => ({
    isReplaceable: !isSpecial(place, output),
  }));
}

/** Opens a file for output in several steps: emptied, in a folder that is created if missing, or at its end. */
export async function openOutput(output: OutputFile, start: 'empty' | 'end'): Promise<FileHandle> {
  const options = start === 'empty' ? REPLACED : APPENDED;
  return atPlace(output, options, async (place) => {
    const path = place.folder.at(place.name);
    if (isSpecial(place, output)) return open(path, WRITE_NO_LINK);
    if (start === 'end') return open(path, WRITE_NO_LINK | constants.O_APPEND | constants.O_CREAT);
    if (!place.isInside) return open(path, WRITE_NO_LINK | constants.O_TRUNC | constants.O_CREAT);
    // A file of the workspace may be a hard link to a file elsewhere, so it is replaced by a new one.
    await rm(path, { force: true });
    return open(path, CREATE_NO_LINK);
  });
}

const REPLACED: LocateOptions = { links: 'replace', folders: 'make' };
const APPENDED: LocateOptions = { links: 'refuse', folders: 'require' };
const WRITE_NO_LINK = constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);

async function atPlace<T>(
  output: OutputFile,
  options: LocateOptions,
  work: (place: OutputPlace) => Promise<T>,
): Promise<T> {
  try {
    const place = await locateOutput(output, options);
    return await whileOpen(place.folder, () => work(place));
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('output', `could not write ${output.shown}: ${diskReason(error)}`, {
      cause: error,
    });
  }
}

/**
 * Devices and pipes of the operator are written to directly, because renaming a file over them would destroy them. In
 * the workspace they are refused: a pipe without a reader would block svc forever.
 */
function isSpecial({ found, isInside }: OutputPlace, { shown }: OutputFile): boolean {
  if (found?.isDirectory()) throw Object.assign(new Error('a directory'), { code: 'EISDIR' });
  if (found === undefined || found.isFile()) return false;
  // On Windows NUL exists in every folder, so it is not hostile.
  if (!isInside || (ON_WINDOWS && found.isCharacterDevice())) return true;
  throw new ServiceError('output', `could not write ${shown}: it is not a regular file`);
}

const ON_WINDOWS = sep === '\\';

async function writeInPlace({ folder, name }: OutputPlace, data: string | Uint8Array): Promise<void> {
  await whileOpen(await open(folder.at(name), WRITE_NO_LINK), (handle) => handle.writeFile(data));
}
