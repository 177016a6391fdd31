/** What the thread of the index does: the messages, in the least that two threads have to copy. */
import type { FileNames } from '../../authoring/navigate/file-names.js';
import type { FileVersion } from '../../workspace/paths/file-version.js';

export interface NamesProgram {
  readonly read: {
    readonly input: ReadInput;
    readonly event: ReadEvent;
    readonly result: ReadResult;
  };
}

export interface ReadInput {
  /** The folder, absolute and free of symbolic links. */
  readonly root: string;
  /** Only these files; without a list, all files that a walk finds. */
  readonly paths?: readonly string[];
  /** What is indexed already and is read again only in another version. */
  readonly kept: KeptVersions;
  readonly maxFiles: number;
}

export interface KeptVersions {
  readonly paths: readonly string[];
  /** Five numbers for each path. */
  readonly versions: Float64Array;
}

export type ReadEvent =
  | { readonly found: number }
  | { readonly problem: string }
  | { readonly batch: NamesBatch };

export interface NamesBatch extends KeptVersions {
  /** The names of these files as JSON, which takes less time than copying thousands of objects. */
  readonly names: string;
}

export interface ReadResult {
  /** Of the paths that were wanted, or of the first files of a walk, those that exist. */
  readonly present: readonly string[];
}

export interface ReadFileNames {
  readonly path: string;
  readonly version: FileVersion;
  readonly names: FileNames;
}

const NUMBERS = 5;

export function packVersions(
  files: readonly { readonly path: string; readonly version: FileVersion }[],
): KeptVersions {
  const versions = new Float64Array(NUMBERS * files.length);
  for (const [index, { version }] of files.entries()) {
    const { dev, ino, size, mtimeMs, ctimeMs } = version;
    versions.set([dev, ino, size, mtimeMs, ctimeMs], NUMBERS * index);
  }
  return { paths: files.map(({ path }) => path), versions };
}

export function unpackVersions({ paths, versions }: KeptVersions): Map<string, FileVersion> {
  const unpacked = new Map<string, FileVersion>();
  for (const [index, path] of paths.entries()) {
    const at = NUMBERS * index;
    const [dev = 0, ino = 0, size = 0, mtimeMs = 0, ctimeMs = 0] = versions.subarray(at, at + NUMBERS);
    unpacked.set(path, { dev, ino, size, mtimeMs, ctimeMs });
  }
  return unpacked;
}

export function packNames(files: readonly ReadFileNames[]): NamesBatch {
  return { ...packVersions(files), names: JSON.stringify(files.map(({ names }) => names)) };
}

export function unpackNames(batch: NamesBatch): ReadFileNames[] {
  const names = JSON.parse(batch.names) as readonly FileNames[];
  const versions = [...unpackVersions(batch)];
  return versions.flatMap(([path, version], index) => {
    const own = names[index];
    return own === undefined ? [] : [{ path, version, names: own }];
  });
}
