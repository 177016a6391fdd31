import type { BigIntStats } from 'node:fs';

/** What tells one state of a file from another without reading it. */
export type FileVersion = Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs' | 'ctimeNs'>;

export function sameVersion(a: FileVersion, b: FileVersion): boolean {
  return (
    a.mtimeNs === b.mtimeNs &&
    a.size === b.size &&
    a.ino === b.ino &&
    a.ctimeNs === b.ctimeNs &&
    a.dev === b.dev
  );
}

/**
 * Clocks of file systems tick slowly: a file that changed a moment before it was read may change once more
 * within the same tick. Such a version does not vouch for the content.
 */
export function isSettled({ mtimeNs, ctimeNs }: FileVersion, readAt: number): boolean {
  const changed = Number((mtimeNs > ctimeNs ? mtimeNs : ctimeNs) / 1_000_000n);
  return Math.abs(readAt - changed) > SLOWEST_TICK;
}

const SLOWEST_TICK = 50;
