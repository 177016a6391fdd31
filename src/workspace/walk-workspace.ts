import { lstatSync, readdirSync, realpathSync, statSync, type BigIntStats, type Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../errors.js';
import { timeSlice } from '../primitives/time-slice.js';
import { isBelow } from './boundary.js';
import { compareBytes } from './byte-order.js';
import { diskReason } from './disk-error.js';
import { isRequestFileName } from './path-text.js';

export interface WalkedFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly name: string;
  /** Free of symbolic links, absolute. */
  readonly real: string;
  readonly stats: BigIntStats;
}

export interface Walk {
  /** Depth first, the names of a folder in byte order. */
  readonly files: readonly WalkedFile[];
  /** Paths of the folders that were entered, the root as empty text; each before those in it. */
  readonly folders: readonly string[];
  /** What could not be read, each with a sentence. */
  readonly problems: ReadonlyMap<string, string>;
}

/** The request files of a workspace (server.md 5.1). Throws when the root itself cannot be read. */
export async function walkWorkspace(root: string, from = ''): Promise<Walk> {
  const walk: Walking = { root, files: [], folders: [], problems: new Map(), pause: timeSlice() };
  const depth = from === '' ? 0 : from.split('/').length;
  await enter(from, depth, walk);
  return walk;
}

/** Folders and files that a walk leaves alone; they can be reached by their path all the same. */
export function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

/** Whether a walk could meet a path, as far as its text tells. */
export function isInReach(path: string): boolean {
  const segments = path.split('/');
  return (
    segments.length <= DEEPEST + 1 && isRequestFileName(path) && !segments.some((name) => isHidden(name))
  );
}

/** The file at a path as a walk would meet it, if it would. */
export function fileAt(root: string, path: string): WalkedFile | undefined {
  const absolute = join(root, path);
  try {
    const stats = lstatSync(absolute, { bigint: true });
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (stats.isSymbolicLink()) return linkTarget(root, path, name);
    return stats.isFile() ? { path, name, real: absolute, stats } : undefined;
  } catch {
    return undefined;
  }
}

const DEEPEST = 64;

interface Walking extends Walk {
  readonly root: string;
  readonly files: WalkedFile[];
  readonly folders: string[];
  readonly problems: Map<string, string>;
  readonly pause: () => Promise<void> | undefined;
}

async function enter(folder: string, depth: number, walk: Walking): Promise<void> {
  const entries = await entriesOf(folder, walk);
  if (entries === undefined) return;
  walk.folders.push(folder);
  entries.sort((a, b) => compareBytes(a.name, b.name));
  const prefix = folder === '' ? '' : `${folder}/`;
  for (const entry of entries) {
    const { name } = entry;
    if (name.startsWith('.')) continue;
    if (entry.isDirectory()) {
      if (name !== 'node_modules' && depth < DEEPEST) await enter(prefix + name, depth + 1, walk);
    } else if (isRequestFileName(name)) {
      const file = fileAt(walk.root, prefix + name);
      if (file) walk.files.push(file);
      const others = walk.pause();
      if (others) await others;
    }
  }
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

/** Links to files count when they lead to a request file of the workspace. */
function linkTarget(root: string, path: string, name: string): WalkedFile | undefined {
  const real = realpathSync.native(join(root, path));
  if (!isBelow(real, root) || !isRequestFileName(real)) return undefined;
  const stats = lstatSync(real, { bigint: true });
  return stats.isFile() ? { path, name, real, stats } : undefined;
}
