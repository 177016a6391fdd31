import { lstatSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join, parse, resolve, sep } from 'node:path';
import { ServiceError } from '../../errors.js';
import { isBelow } from '../paths/boundary.js';
import { diskCode, isAbsent } from '../paths/disk-error.js';
import { holdFolder, holdRealFolder, whileHeld, type HeldFolder } from '../paths/held-folder.js';
import { realFolders, type ChosenFolder, type OutputFile } from './output-file.js';

/** What becomes of a link in the workspace that stands where the file should be and cannot be followed. */
export type LinkRule =
  | 'replace' // the file takes its place, as it would take that of an older file
  | 'refuse'; // the file belongs to the workspace, and so does the link

export interface LocateOptions {
  readonly links: LinkRule;
  /** Folders that are missing on the way. */
  readonly folders: 'make' | 'require';
}

export interface OutputPlace {
  /** Held open; the caller lets go of it. */
  readonly folder: HeldFolder;
  readonly name: string;
  /** Never a link; undefined when nothing is there, or a link that is to be replaced. */
  readonly found: Stats | undefined;
  /** It lies in the workspace, so that what is found there may have been planted. */
  readonly isInside: boolean;
}

/**
 * The one function that decides where anything may be written. Links of the operator are followed wherever they
 * lead. A link that lies in a folder of the workspace is followed as long as it stays inside of that folder, so
 * that no file of a workspace decides what happens to a file outside of it.
 */
export async function locateOutput(output: OutputFile, options: LocateOptions): Promise<OutputPlace> {
  if (output.chosen) checkChosen(output.chosen);
  const trail = new Trail(realFolders(output.folders));
  const folder = await holdWay(dirname(output.absolute), trail, output, options.folders === 'make');
  try {
    const name = basename(output.absolute);
    const found = lstatIfThere(folder.at(name));
    const isInside = trail.isInside(folder.real);
    if (!found?.isSymbolicLink()) return { folder, name, found, isInside };
    const target = await followLink(folder, name, trail, output);
    if (target === undefined && isInside && options.links === 'replace')
      return { folder, name, found: undefined, isInside };
    if (target === undefined) throw isInside ? leavesWorkspace(output) : danglingLink();
    await folder.close();
    return target;
  } catch (error) {
    await folder.close();
    throw error;
  }
}

const MAX_LINKS = 40;

/** Remembers which folders of the workspace have had a say in where a path leads. */
class Trail {
  readonly #folders: readonly string[];
  readonly #followed = new Set<string>();

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  isInside(real: string): boolean {
    return this.#folders.some((folder) => isWithin(real, folder));
  }

  addLinkIn(real: string): void {
    for (const folder of this.#folders) if (isWithin(real, folder)) this.#followed.add(folder);
  }

  isLeftBy(real: string): boolean {
    return [...this.#followed].some((folder) => !isWithin(real, folder));
  }
}

function isWithin(real: string, folder: string): boolean {
  return real === folder || isBelow(real, folder);
}

function checkChosen({ absolute, root, refusal }: ChosenFolder): void {
  const { real, missing } = walk(absolute, new Trail([]));
  const [realRoot] = realFolders([root]);
  const place = join(realpathSync.native(real), ...missing);
  if (realRoot === undefined || !isWithin(place, realRoot)) throw new ServiceError('output', refusal);
}

/** The folder at the end of a path, held; missing ones are made one by one, each in the one before it. */
async function holdWay(path: string, trail: Trail, output: OutputFile, make: boolean): Promise<HeldFolder> {
  const { real, missing } = walk(path, trail);
  const canonical = realpathSync.native(real);
  if (!isSamePath(real, canonical)) throw moved();
  if (trail.isLeftBy(join(canonical, ...missing))) throw leavesWorkspace(output);
  if (missing.length > 0 && !make) throw Object.assign(new Error('no such folder'), { code: 'ENOENT' });
  let folder = await holdRealFolder(canonical);
  for (const name of missing) folder = await whileHeld(folder, (parent) => makeFolder(parent, name));
  return folder;
}

/** Undefined when it leads out of the workspace, to nothing or in circles. */
async function followLink(
  start: HeldFolder,
  first: string,
  trail: Trail,
  output: OutputFile,
): Promise<OutputPlace | undefined> {
  trail.addLinkIn(start.real);
  let path = resolve(start.real, readlinkSync(start.at(first)));
  for (let links = 0; links < MAX_LINKS; links += 1) {
    const folder = await holdWay(dirname(path), trail, output, false).catch((error: unknown) => {
      if (isAbsent(error) || error instanceof ServiceError) return undefined;
      throw error;
    });
    if (folder === undefined) return undefined;
    const next = lookAgain(folder, basename(path), trail);
    if (typeof next === 'object') return next;
    await folder.close();
    if (next === undefined) return undefined;
    path = next;
  }
  return undefined;
}

/** What is there; the path when it is a link again, and undefined when it is nothing. */
function lookAgain(folder: HeldFolder, name: string, trail: Trail): OutputPlace | string | undefined {
  const found = lstatIfThere(folder.at(name));
  if (!found?.isSymbolicLink())
    return found && { folder, name, found, isInside: trail.isInside(folder.real) };
  trail.addLinkIn(folder.real);
  return resolve(folder.real, readlinkSync(folder.at(name)));
}

interface Way {
  /** The part that is there, free of links. */
  readonly real: string;
  /** Names that are yet to be made. */
  readonly missing: readonly string[];
}

/** Follows links one by one, because it matters who has made each of them. */
function walk(start: string, trail: Trail): Way {
  let path = start;
  for (let links = 0; links < MAX_LINKS; links += 1) {
    const way = walkToLink(path);
    if (!('link' in way)) return way;
    trail.addLinkIn(realpathSync.native(dirname(way.link)));
    path = resolve(dirname(way.link), readlinkSync(way.link), ...way.rest);
  }
  throw moved();
}

function walkToLink(path: string): Way | { readonly link: string; readonly rest: string[] } {
  const { root } = parse(path);
  const names = path
    .slice(root.length)
    .split(sep)
    .filter((name) => name !== '');
  let real = root;
  for (const [index, name] of names.entries()) {
    const next = join(real, name);
    const found = lstatIfThere(next);
    if (!found) return { real, missing: names.slice(index) };
    if (found.isSymbolicLink()) return { link: next, rest: names.slice(index + 1) };
    if (!found.isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
    real = next;
  }
  return { real, missing: [] };
}

async function makeFolder(parent: HeldFolder, name: string): Promise<HeldFolder> {
  await mkdir(parent.at(name)).catch((error: unknown) => {
    // Another process may have been faster.
    if (diskCode(error) !== 'EEXIST') throw error;
  });
  const folder = await holdFolder(parent.at(name));
  if (dirname(folder.real) === parent.real) return folder;
  await folder.close();
  throw moved();
}

/** At once: these looks take less time than one step through the thread pool, in which things could change. */
function lstatIfThere(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

const ON_WINDOWS = sep === '\\';

/** Systems write a path in more than one way: another case, other forms of accents, short names on Windows. */
function isSamePath(walked: string, canonical: string): boolean {
  return ON_WINDOWS || folded(walked) === folded(canonical);
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** Something was put in the place of what had been looked at, or the links go in circles. */
function moved(): Error {
  return Object.assign(new Error('the way has changed'), { code: 'ELOOP' });
}

function danglingLink(): Error {
  return Object.assign(new Error('a link to nothing'), { code: 'ENOENT' });
}

function leavesWorkspace({ shown, refusal }: OutputFile): ServiceError {
  const reason = 'a symbolic link in the workspace leads outside of it; name the place itself';
  return new ServiceError('output', refusal ?? `could not write ${shown}: ${reason}`);
}
