import { statSync, type Stats } from 'node:fs';

/**
 * Distinguishes states of a file without reading it. Numbers are enough, because the clocks of file systems are
 * coarser than the precision of doubles.
 */
export type FileVersion = Pick<Stats, 'dev' | 'ino' | 'size' | 'mtimeMs' | 'ctimeMs'>;

/** Drops the other fields of stats, which would take far more memory. */
export function versionOf({ dev, ino, size, mtimeMs, ctimeMs }: FileVersion): FileVersion {
  return { dev, ino, size, mtimeMs, ctimeMs };
}

/** The same object, unless it has those other fields. */
export function keptVersion(version: FileVersion): FileVersion {
  return 'atimeMs' in version ? versionOf(version) : version;
}

export function sameVersion(a: FileVersion, b: FileVersion): boolean {
  return (
    a.mtimeMs === b.mtimeMs &&
    a.size === b.size &&
    a.ino === b.ino &&
    a.ctimeMs === b.ctimeMs &&
    a.dev === b.dev
  );
}

/** Whether the file is in the same state as before, or still absent. */
export function isUnchanged(path: string, before: FileVersion | undefined): boolean {
  const now = statAt(path);
  return now === undefined || before === undefined ? now === before : sameVersion(now, before);
}

/** Follows links; undefined if the file is missing or cannot be accessed. */
export function statAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * A file that changed a moment before it was read may change again within the same tick of the clock. Then an equal
 * version does not guarantee equal content.
 */
export function isSettled({ mtimeMs, ctimeMs }: FileVersion, readAt: number): boolean {
  return Math.abs(readAt - Math.max(mtimeMs, ctimeMs)) > SLOWEST_TICK_MS;
}

const SLOWEST_TICK_MS = 50;
