import { lstatSync, readdirSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { ServiceError } from '../../errors.js';
import { timeSlice } from '../../primitives/time-slice.js';
import { isBelow } from '../paths/boundary.js';
import { sortByBytes } from '../paths/byte-order.js';
import { diskReason } from '../paths/disk-error.js';
import { sameVersion, versionOf, type FileVersion } from '../paths/file-version.js';
import { isRequestFileName } from '../paths/path-text.js';

export interface WalkedFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly name: string;
  /** Free of symbolic links, absolute. */
  readonly real: string;
  readonly version: FileVersion;
}

export interface Walk {
  /** Depth first, the names of a folder in byte order. */
  readonly files: readonly WalkedFile[];
  /** Paths of the folders that were entered, the root as empty text; each before those in it. */
  readonly folders: readonly string[];
  /** What could not be read, each with a sentence. */
  readonly problems: ReadonlyMap<string, string>;
}

export interface WalkOptions {
  /** Where to begin, relative to the root. */
  readonly from?: string;
  /** Of earlier walks over the same root: a file that is still the same is given back as the same object. */
  readonly memory?: WalkMemory;
}

/** What walks have seen, so that names need not be sorted and joined again; the disk is asked all the same. */
export class WalkMemory {
  /** By path. */
  folders: ReadonlyMap<string, KnownFolder> = new Map();
}

interface KnownFolder {
  /** As it was read. */
  readonly read: readonly Dirent[];
  /** What matters of it, in order. */
  readonly entries: readonly KnownEntry[];
}

interface KnownEntry {
  readonly path: string;
  readonly absolute: string;
  readonly isFolder: boolean;
  file: WalkedFile | undefined;
}

/** The request files of a workspace (server.md 5.1). Throws when the root itself cannot be read. */
export async function walkWorkspace(root: string, { from = '', memory }: WalkOptions = {}): Promise<Walk> {
  const seen = new Map<string, KnownFolder>();
  const known = memory?.folders;
  const walk: Walking = {
    root,
    known,
    seen,
    files: [],
    folders: [],
    problems: new Map(),
    pause: timeSlice(),
  };
  await enter(from, from === '' ? 0 : from.split('/').length, walk);
  if (memory) memory.folders = seen;
  return walk;
}

/** Whether a walk could meet a path, as far as its text tells. */
export function isInReach(path: string): boolean {
  const segments = path.split('/');
  return segments.length <= DEEPEST + 1 && isRequestFileName(path) && !segments.some(isHidden);
}

/** The file at a path as a walk would meet it, if it would. */
export function fileAt(root: string, path: string): WalkedFile | undefined {
  return fileIn(root, path, join(root, path), undefined);
}

const DEEPEST = 64;

/** They can be reached by their path all the same. */
function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

interface Walking extends Walk {
  readonly root: string;
  readonly known: ReadonlyMap<string, KnownFolder> | undefined;
  readonly seen: Map<string, KnownFolder>;
  readonly files: WalkedFile[];
  readonly folders: string[];
  readonly problems: Map<string, string>;
  readonly pause: () => Promise<void> | undefined;
}

async function enter(folder: string, depth: number, walk: Walking): Promise<void> {
  const read = await entriesOf(folder, walk);
  if (read === undefined) return;
  walk.folders.push(folder);
  const before = walk.known?.get(folder);
  const known = before && isSame(before.read, read) ? before : { read, entries: sorted(folder, read, walk) };
  walk.seen.set(folder, known);
  for (const entry of known.entries) {
    if (entry.isFolder) {
      if (depth < DEEPEST) await enter(entry.path, depth + 1, walk);
      continue;
    }
    entry.file = fileIn(walk.root, entry.path, entry.absolute, entry.file);
    if (entry.file) walk.files.push(entry.file);
    const others = walk.pause();
    if (others) await others;
  }
}

function isSame(before: readonly Dirent[], now: readonly Dirent[]): boolean {
  if (before.length !== now.length) return false;
  return now.every((entry, index) => {
    const other = before[index];
    return other?.name === entry.name && other.isDirectory() === entry.isDirectory();
  });
}

function sorted(folder: string, read: readonly Dirent[], { root, known }: Walking): KnownEntry[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const start = join(root, folder, sep);
  const files = new Map(known?.get(folder)?.entries.map(({ path, file }) => [path, file]));
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
  known: WalkedFile | undefined,
): WalkedFile | undefined {
  try {
    const stats = lstatSync(absolute, QUIETLY);
    if (stats === undefined) return undefined;
    if (stats.isFile()) return walked(path, absolute, stats, known);
    return stats.isSymbolicLink() ? linkTarget(root, path, absolute, known) : undefined;
  } catch {
    return undefined;
  }
}

/** An error takes longer to make than the look itself. */
export const QUIETLY = { throwIfNoEntry: false } as const;

/** Links to files count when they lead to a request file of the workspace. */
function linkTarget(
  root: string,
  path: string,
  absolute: string,
  known: WalkedFile | undefined,
): WalkedFile | undefined {
  const real = realpathSync.native(absolute);
  if (!isBelow(real, root) || !isRequestFileName(real)) return undefined;
  const stats = lstatSync(real);
  return stats.isFile() ? walked(path, real, stats, known) : undefined;
}

function walked(path: string, real: string, stats: FileVersion, known: WalkedFile | undefined): WalkedFile {
  if (known?.real === real && sameVersion(known.version, stats)) return known;
  return { path, name: path.slice(path.lastIndexOf('/') + 1), real, version: versionOf(stats) };
}

async function entriesOf(folder: string, { root, problems }: Walking): Promise<Dirent[] | undefined> {
  const absolute = join(root, folder);
  try {
    // A large folder takes a while; for a small one the way through the thread pool takes longer than the reading.
    const isSmall = statSync(absolute).size <= SMALL_FOLDER;
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

const SMALL_FOLDER = 131_072;
