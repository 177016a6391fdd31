import { statSync, type Stats } from 'node:fs';

/**
 * What tells one state of a file from another without reading it. Plain numbers: big ones would cost a third
 * of the time of a walk, and the clocks of file systems tick more slowly than doubles can tell.
 */
export type FileVersion = Pick<Stats, 'dev' | 'ino' | 'size' | 'mtimeMs' | 'ctimeMs'>;

/** Only what is needed: the rest of a stat takes far more memory. */
export function versionOf({ dev, ino, size, mtimeMs, ctimeMs }: FileVersion): FileVersion {
  return { dev, ino, size, mtimeMs, ctimeMs };
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

/** Whether the file is still what it was, or still absent. */
export function isStill(path: string, before: FileVersion | undefined): boolean {
  const now = versionAt(path);
  return now === undefined || before === undefined ? now === before : sameVersion(now, before);
}

/** Of what lies there, behind links too; undefined when nothing can be seen there. */
export function versionAt(path: string): FileVersion | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * A file that changed a moment before it was read may change once more within the same tick of the clock.
 * Such a version does not vouch for the content.
 */
export function isSettled({ mtimeMs, ctimeMs }: FileVersion, readAt: number): boolean {
  return Math.abs(readAt - Math.max(mtimeMs, ctimeMs)) > SLOWEST_TICK;
}

const SLOWEST_TICK = 50;
