import { join } from 'node:path';
import { sameVersion } from '../paths/file-version.js';
import type { FileState } from './read-request-file.js';
import type { WalkedFile } from './walk-workspace.js';

/** The states of many files, packed because copying ten thousand objects to another thread takes long. */
export interface PackedStates {
  readonly paths: readonly string[];
  readonly hashes: readonly string[];
  /** The numbers of each version, one file after the other. */
  readonly versions: Float64Array;
}

/** Packs those that other threads may rely on: settled files that no link leads to. */
export function packStates(states: Iterable<FileState>, root: string): PackedStates {
  const paths: string[] = [];
  const hashes: string[] = [];
  const versions: number[] = [];
  for (const { path, real, version, isSettled: settled, hash } of states) {
    if (!settled || real !== join(root, path)) continue;
    paths.push(path);
    hashes.push(hash);
    versions.push(version.dev, version.ino, version.size, version.mtimeMs, version.ctimeMs);
  }
  return { paths, hashes, versions: Float64Array.from(versions) };
}

/** The states of those files that are still in the same version. */
export function* unpackStates(
  { paths, hashes, versions }: PackedStates,
  files: readonly WalkedFile[],
): Generator<FileState> {
  const indices = new Map(paths.map((path, index) => [path, index]));
  for (const { path, real, version } of files) {
    const index = indices.get(path);
    const hash = index === undefined ? undefined : hashes[index];
    if (index === undefined || hash === undefined) continue;
    const [dev = 0, ino = 0, size = 0, mtimeMs = 0, ctimeMs = 0] = versions.subarray(
      5 * index,
      5 * index + 5,
    );
    if (!sameVersion(version, { dev, ino, size, mtimeMs, ctimeMs })) continue;
    yield { path, real, version, isSettled: true, hash };
  }
}
