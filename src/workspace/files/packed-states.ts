import { join } from 'node:path';
import type { FileVersion } from '../paths/file-version.js';
import type { FileState } from './read-request-file.js';

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

export function* unpackStates({ paths, hashes, versions }: PackedStates, root: string): Generator<FileState> {
  for (const [index, path] of paths.entries()) {
    const [dev = 0, ino = 0, size = 0, mtimeMs = 0, ctimeMs = 0] = versions.subarray(
      5 * index,
      5 * index + 5,
    );
    const version: FileVersion = { dev, ino, size, mtimeMs, ctimeMs };
    yield { path, real: join(root, path), version, isSettled: true, hash: hashes[index] ?? '' };
  }
}
