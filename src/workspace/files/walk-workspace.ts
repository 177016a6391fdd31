import { lstatSync, readdirSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { ServiceError } from '../../errors.js';
import { timeSlice } from '../../primitives/time-slice.js';
import { isBelow } from '../paths/boundary.js';
import { sortByBytes } from '../paths/byte-order.js';
import { diskReason } from '../paths/disk-error.js';
import { sameVersion, versionOf, type FileVersion } from '../paths/file-version.js';
import { isHidden, isRequestFileName } from '../paths/path-text.js';

export interface WalkedFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly name: string;
  /** Absolute, free of symbolic links. */
  readonly real: string;
  readonly version: FileVersion;
}

export interface Walk {
  /** Depth first, the names of a folder in byte order. */
  readonly files: readonly WalkedFile[];
  /** Paths of the visited folders, each before its sub-folders; the root is the empty text. */
  readonly folders: readonly string[];
  /** Messages about folders that could not be read, by path. */
  readonly problems: ReadonlyMap<string, string>;
}

export interface WalkOptions {
  /** The folder to start in, relative to the root. */
  readonly from?: string;
  /** Shared by walks over the same root: an unchanged file is returned as the same object. */
  readonly cache?: WalkCache;
  /** Called with each folder before its entries are read, and with the number of files found before it. */
  readonly onFolder?: (folder: string, found: number) => void;
}

/** Keeps sorted names between walks. The file system is read each time all the same. */
export class WalkCache {
  /** Folders by path. */
  folders: ReadonlyMap<string, CachedFolder> = new Map();
}

interface CachedFolder {
  /** The entries in the order in which the system returned them. */
  readonly read: readonly Dirent[];
  /** Sub-folders and request files, sorted. */
  readonly entries: readonly CachedEntry[];
}

interface CachedEntry {
  readonly path: string;
  readonly absolute: string;
  readonly isFolder: boolean;
  file: WalkedFile | undefined;
}

/** Finds the request files of a workspace. Throws if the root itself cannot be read. */
export async function walkWorkspace(
  root: string,
  { from = '', cache, onFolder }: WalkOptions = {},
): Promise<Walk> {
  const seen = new Map<string, CachedFolder>();
  const cached = cache?.folders;
  const walk: WalkInProgress = {
    root,
    cached,
    seen,
    files: [],
    folders: [],
    problems: new Map(),
    pause: timeSlice(),
    onFolder,
  };
  await enter(from, from === '' ? 0 : from.split('/').length, walk);
  if (cache) cache.folders = seen;
  return walk;
}

/** Whether a walk could find a path with this text. */
export function isInReach(path: string): boolean {
  const segments = path.split('/');
  return segments.length <= MAX_DEPTH + 1 && isRequestFileName(path) && !segments.some(isHidden);
}

/** The file at a path as a walk would return it, or undefined if it would not. */
export function fileAt(root: string, path: string): WalkedFile | undefined {
  return fileIn(root, path, join(root, path), undefined);
}

const MAX_DEPTH = 64;

interface WalkInProgress extends Walk {
  readonly root: string;
  readonly cached: ReadonlyMap<string, CachedFolder> | undefined;
  readonly seen: Map<string, CachedFolder>;
  readonly files: WalkedFile[];
  readonly folders: string[];
  readonly problems: Map<string, string>;
  readonly pause: () => Promise<void> | undefined;
  readonly onFolder: WalkOptions['onFolder'];
}

async function enter(folder: string, depth: number, walk: WalkInProgress): Promise<void> {
  walk.onFolder?.(folder, walk.files.length);
  const read = await entriesOf(folder, walk);
  if (read === undefined) return;
  walk.folders.push(folder);
  const before = walk.cached?.get(folder);
  const cached =
    before && isSame(before.read, read) ? before : { read, entries: sortEntries(folder, read, walk) };
  walk.seen.set(folder, cached);
  for (const entry of cached.entries) {
    if (entry.isFolder) {
      if (depth < MAX_DEPTH) await enter(entry.path, depth + 1, walk);
      continue;
    }
    entry.file = fileIn(walk.root, entry.path, entry.absolute, entry.file);
    if (entry.file) walk.files.push(entry.file);
    const pauseEnd = walk.pause();
    if (pauseEnd) await pauseEnd;
  }
}

function isSame(before: readonly Dirent[], now: readonly Dirent[]): boolean {
  if (before.length !== now.length) return false;
  return now.every((entry, index) => {
    const other = before[index];
    return other?.name === entry.name && other.isDirectory() === entry.isDirectory();
  });
}

function sortEntries(
  folder: string,
  read: readonly Dirent[],
  { root, cached }: WalkInProgress,
): CachedEntry[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const start = join(root, folder, sep);
  const files = new Map(cached?.get(folder)?.entries.map(({ path, file }) => [path, file]));
  const wanted = read.filter((entry) => {
    return !isHidden(entry.name) && (entry.isDirectory() || isRequestFileName(entry.name));
  });
  return sortByBytes(wanted, ({ name }) => name).map((entry) => {
    const path = prefix + entry.name;
    const isFolder = entry.isDirectory();
    return { path, absolute: start + entry.name, isFolder, file: files.get(path) };
  });
}

function fileIn(
  root: string,
  path: string,
  absolute: string,
  cached: WalkedFile | undefined,
): WalkedFile | undefined {
  try {
    const stats = lstatSync(absolute, NO_THROW);
    if (stats === undefined) return undefined;
    if (stats.isFile()) return walked(path, absolute, stats, cached);
    return stats.isSymbolicLink() ? linkTarget(root, path, absolute, cached) : undefined;
  } catch {
    return undefined;
  }
}

export const NO_THROW = { throwIfNoEntry: false } as const;

/** Follows a link only to a request file of the workspace. */
function linkTarget(
  root: string,
  path: string,
  absolute: string,
  cached: WalkedFile | undefined,
): WalkedFile | undefined {
  const real = realpathSync.native(absolute);
  if (!isBelow(real, root) || !isRequestFileName(real)) return undefined;
  const stats = lstatSync(real);
  return stats.isFile() ? walked(path, real, stats, cached) : undefined;
}

function walked(path: string, real: string, stats: FileVersion, cached: WalkedFile | undefined): WalkedFile {
  if (cached?.real === real && sameVersion(cached.version, stats)) return cached;
  return { path, name: path.slice(path.lastIndexOf('/') + 1), real, version: versionOf(stats) };
}

async function entriesOf(folder: string, { root, problems }: WalkInProgress): Promise<Dirent[] | undefined> {
  const absolute = join(root, folder);
  try {
    // Only a large folder is worth a round trip through the thread pool.
    const isSmall = statSync(absolute).size <= SMALL_FOLDER_BYTES;
    return isSmall
      ? readdirSync(absolute, { withFileTypes: true })
      : await readdir(absolute, { withFileTypes: true });
  } catch (error) {
    const reason = diskReason(error);
    if (folder === '') {
      throw new ServiceError('disk', `could not read the workspace: ${reason}`, { cause: error });
    }
    problems.set(folder, `could not read the folder ${folder}: ${reason}`);
    return undefined;
  }
}

const SMALL_FOLDER_BYTES = 131_072;
