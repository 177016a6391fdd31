/** Reading what settings name: the operator may name any file, a config file only those of the workspace. */
import { lstatSync } from 'node:fs';
import { isBelow } from './boundary.js';
import { readLimited, READ_NO_LINK, readRegular } from './read-limited.js';
import { writePlace } from './write-place.js';

/** A file that a setting names. */
export interface NamedPath {
  readonly absolute: string;
  /** As it was given. */
  readonly shown: string;
  /** Set when a config file names it: the folders that it must lie in, links resolved. */
  readonly within?: readonly string[];
}

/** At most one byte more than `limit`; fails like the system does, with `EOUTSIDE` for what lies outside. */
export async function readNamed(
  { absolute, within }: NamedPath,
  limit: number,
  signal?: AbortSignal,
): Promise<Buffer> {
  return within === undefined ? readLimited(absolute, limit, signal) : readInside(absolute, within, limit);
}

/** A regular file below one of the folders, wherever links lead. */
export async function readInside(
  absolute: string,
  folders: readonly string[],
  limit: number,
): Promise<Buffer> {
  return readRegular(placeInside(absolute, folders), limit, READ_NO_LINK);
}

/** Where the path really leads; throws when that is outside. */
export function placeInside(absolute: string, folders: readonly string[]): string {
  const place = writePlace(absolute);
  // A link that is left leads to nothing: whether something is missing outside is not told.
  const isLink = lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink();
  if (!isLink && folders.some((folder) => isBelow(place, writePlace(folder)))) return place;
  throw Object.assign(new Error('outside the workspace'), { code: 'EOUTSIDE' });
}
