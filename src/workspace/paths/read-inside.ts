/** Reads files that settings name: the operator may name any file, a config file only those of the workspace. */
import { lstatSync } from 'node:fs';
import { isBelow } from './boundary.js';
import { readLimited, READ_NO_LINK, readRegular } from './read-limited.js';
import { writePlace } from './write-place.js';

export interface NamedPath {
  readonly absolute: string;
  /** The path as it was given, for messages. */
  readonly shown: string;
  /** Set if a config file names it: the real folders that it must lie in. */
  readonly within?: readonly string[];
}

/** Reads at most one byte more than `limit`; throws `EOUTSIDE` for a file outside its folders, else system errors. */
export async function readNamed(
  { absolute, within }: NamedPath,
  limit: number,
  signal?: AbortSignal,
): Promise<Buffer> {
  return within === undefined ? readLimited(absolute, limit, signal) : readInside(absolute, within, limit);
}

/** Reads a regular file whose real path lies in one of the folders. */
export async function readInside(
  absolute: string,
  folders: readonly string[],
  limit: number,
): Promise<Buffer> {
  return readRegular(placeInside(absolute, folders), limit, READ_NO_LINK);
}

/** The real path; throws if it lies outside. */
export function placeInside(absolute: string, folders: readonly string[]): string {
  const place = writePlace(absolute);
  // A remaining link is dangling. It is refused too, so that the error reveals nothing about files outside.
  const isLink = lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink();
  if (!isLink && folders.some((folder) => isBelow(place, writePlace(folder)))) return place;
  throw Object.assign(new Error('outside the workspace'), { code: 'EOUTSIDE' });
}
