import { lstatSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join, parse, resolve, sep } from 'node:path';
import { ServiceError } from '../../errors.js';
import { isBelow } from '../paths/boundary.js';
import { diskCode, isAbsent } from '../paths/disk-error.js';
import { holdFolder, holdRealFolder, type HeldFolder } from '../paths/held-folder.js';
import { whileOpen } from '../paths/while-open.js';
import { realFolders, type ChosenFolder, type OutputFile } from './output-file.js';

/** What happens to a link in the workspace that takes the place of the file and must not be followed. */
export type LinkRule =
  | 'replace' // the file replaces the link, as it would replace an older file
  | 'refuse'; // the link belongs to the workspace and stays

export interface LocateOptions {
  readonly links: LinkRule;
  /** Whether missing parent folders are created or are an error. */
  readonly folders: 'make' | 'require';
}

export interface OutputPlace {
  /** Held open; the caller closes it. */
  readonly folder: HeldFolder;
  readonly name: string;
  /** Stats of an existing file, never of a link; undefined if there is none or only a link to replace. */
  readonly found: Stats | undefined;
  /** Whether it lies in the workspace, where existing files may be hostile. */
  readonly isInside: boolean;
}

/**
 * The one function that decides where anything may be written. Links outside the workspace belong to the operator and
 * are followed. A link in a folder of the workspace is followed only inside that folder, so that no file of a workspace
 * decides what happens to a file outside it.
 */
export async function locateOutput(output: OutputFile, options: LocateOptions): Promise<OutputPlace> {
  if (output.chosen) checkChosen(output.chosen);
  const trail = new LinkTrail(realFolders(output.folders));
  const folder = await holdPath(dirname(output.absolute), trail, output, options.folders === 'make');
  try {
    const name = basename(output.absolute);
    const found = lstatIfThere(folder.at(name));
    const isInside = trail.isInside(folder.real);
    if (!found?.isSymbolicLink()) return { folder, name, found, isInside };
    const target = await followLink(folder, name, trail, output);
    if (target === undefined && isInside && options.links === 'replace')
      return { folder, name, found: undefined, isInside };
    if (target === undefined) throw isInside ? leavesWorkspaceError(output) : danglingLinkError();
    await folder.close();
    return target;
  } catch (error) {
    await folder.close();
    throw error;
  }
}

const MAX_LINKS = 40;

/** Remembers which folders of the workspace contain links that were followed. */
class LinkTrail {
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
  const { real, missing } = followLinks(absolute, new LinkTrail([]));
  const [realRoot] = realFolders([root]);
  const place = join(realpathSync.native(real), ...missing);
  if (realRoot === undefined || !isWithin(place, realRoot)) throw new ServiceError('output', refusal);
}

/** Holds the folder of a path; missing folders are created one by one, each inside the previous one. */
async function holdPath(
  path: string,
  trail: LinkTrail,
  output: OutputFile,
  make: boolean,
): Promise<HeldFolder> {
  const { real, missing } = followLinks(path, trail);
  const canonical = realpathSync.native(real);
  if (!isSamePath(real, canonical)) throw pathChangedError();
  if (trail.isLeftBy(join(canonical, ...missing))) throw leavesWorkspaceError(output);
  if (missing.length > 0 && !make) throw Object.assign(new Error('no such folder'), { code: 'ENOENT' });
  let folder = await holdRealFolder(canonical);
  for (const name of missing) folder = await whileOpen(folder, (parent) => makeFolder(parent, name));
  return folder;
}

/** Undefined if the link leads out of the workspace, to nothing, or in a cycle. */
async function followLink(
  start: HeldFolder,
  first: string,
  trail: LinkTrail,
  output: OutputFile,
): Promise<OutputPlace | undefined> {
  trail.addLinkIn(start.real);
  let path = resolve(start.real, readlinkSync(start.at(first)));
  for (let links = 0; links < MAX_LINKS; links += 1) {
    const folder = await holdPath(dirname(path), trail, output, false).catch((error: unknown) => {
      if (isAbsent(error) || error instanceof ServiceError) return undefined;
      throw error;
    });
    if (folder === undefined) return undefined;
    const next = placeOrTarget(folder, basename(path), trail);
    if (typeof next === 'object') return next;
    await folder.close();
    if (next === undefined) return undefined;
    path = next;
  }
  return undefined;
}

/** The place if a file exists there, the target path if it is another link, undefined if nothing exists. */
function placeOrTarget(folder: HeldFolder, name: string, trail: LinkTrail): OutputPlace | string | undefined {
  const found = lstatIfThere(folder.at(name));
  if (!found?.isSymbolicLink())
    return found && { folder, name, found, isInside: trail.isInside(folder.real) };
  trail.addLinkIn(folder.real);
  return resolve(folder.real, readlinkSync(folder.at(name)));
}

interface ResolvedLinks {
  /** The existing part of the path, free of links. */
  readonly real: string;
  /** The names of the missing folders. */
  readonly missing: readonly string[];
}

/** Follows links one by one, because it matters whether each lies in the workspace. */
function followLinks(start: string, trail: LinkTrail): ResolvedLinks {
  let path = start;
  for (let links = 0; links < MAX_LINKS; links += 1) {
    const resolved = walkToLink(path);
    if (!('link' in resolved)) return resolved;
    trail.addLinkIn(realpathSync.native(dirname(resolved.link)));
    path = resolve(dirname(resolved.link), readlinkSync(resolved.link), ...resolved.rest);
  }
  throw pathChangedError();
}

function walkToLink(path: string): ResolvedLinks | { readonly link: string; readonly rest: string[] } {
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
    // Another process may have created it in the meantime.
    if (diskCode(error) !== 'EEXIST') throw error;
  });
  const folder = await holdFolder(parent.at(name));
  if (dirname(folder.real) === parent.real) return folder;
  await folder.close();
  throw pathChangedError();
}

/** Synchronous, so that less can change between two checks. */
function lstatIfThere(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

const ON_WINDOWS = sep === '\\';

/** Compares loosely, because systems spell a path in several ways: case, forms of accents, short names on Windows. */
function isSamePath(walked: string, canonical: string): boolean {
  return ON_WINDOWS || caseFolded(walked) === caseFolded(canonical);
}

function caseFolded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** A checked folder was replaced, or the links form a cycle. */
function pathChangedError(): Error {
  return Object.assign(new Error('the path has changed'), { code: 'ELOOP' });
}

function danglingLinkError(): Error {
  return Object.assign(new Error('a link to nothing'), { code: 'ENOENT' });
}

function leavesWorkspaceError({ shown, refusal }: OutputFile): ServiceError {
  const reason = 'a symbolic link in the workspace leads outside of it; name the place itself';
  return new ServiceError('output', refusal ?? `could not write ${shown}: ${reason}`);
}
