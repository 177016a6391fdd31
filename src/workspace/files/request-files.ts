import { readdirSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, resolve, sep } from 'node:path';
import { ServiceError } from '../../errors.js';
import { isAddress } from '../../http/message/url-encoding.js';
import { timeSlice } from '../../primitives/time-slice.js';
import { MAX_REQUEST_FILE_BYTES } from '../../request-file/text/max-file-size.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { parseRequestFile } from '../../request-file/parse-file.js';
import { isBelow } from '../paths/boundary.js';
import { sortByBytes } from '../paths/byte-order.js';
import { diskReason, isAbsent } from '../paths/disk-error.js';
import { absolutePath, CONFIG_FILE_NAMES, isCommandLineFileName } from '../paths/path-text.js';
import { readRegular } from '../paths/read-limited.js';
import { scriptReader, type FindRoot } from './script-reader.js';
import { describeForeignFile } from './foreign-files.js';
import { nearPath } from './near-path.js';
import { mayBeSwept } from '../write/sweep-files.js';

export interface FoundFile {
  readonly absolute: string;
  /** Relative to the current directory, with `/`, if the file lies inside it; as given otherwise. */
  readonly shown: string;
}

export interface FoundFiles {
  readonly files: readonly FoundFile[];
  /** Absolute paths of config files among the arguments and in walked directories. */
  readonly configs: readonly string[];
  readonly problems: readonly PathProblem[];
  /** Files in walked directories that a killed svc process may have left. */
  readonly abandoned: readonly AbandonedNames[];
}

export interface AbandonedNames {
  readonly folder: string;
  readonly names: readonly string[];
}

export interface PathProblem {
  readonly path: string;
  readonly message: string;
}

/** Collects request files in the order of the arguments; directories are walked in byte order of names. */
export async function collectRequestFiles(paths: readonly string[], cwd: string): Promise<FoundFiles> {
  const collected: Collected = {
    files: [],
    configs: [],
    problems: [],
    abandoned: [],
    seen: new Set(),
    cwd,
    pause: timeSlice(),
  };
  for (const path of paths) await addArgument(path, collected);
  const { files, configs, problems, abandoned } = collected;
  return { files, configs, problems, abandoned };
}

/** The scripts that it names are read inside of the workspace that `findRoot` finds. */
export async function loadRequestFile(found: FoundFile, findRoot: FindRoot): Promise<RequestFile> {
  const readScript = scriptReader(dirname(found.absolute), findRoot);
  return parseRequestFile(await readFoundFile(found), found.shown, readScript);
}

/** Reads just enough of a file that is too large for the parser to report it. */
export async function readFoundFile({ absolute, shown }: FoundFile): Promise<Buffer> {
  try {
    return await readRegular(absolute, MAX_REQUEST_FILE_BYTES);
  } catch (error) {
    throw new ServiceError('request-file', `cannot read ${shown}: ${diskReason(error)}`, { cause: error });
  }
}

const EXPECTED = 'expected a .http, .rest or .spec file, or a directory';

interface Collected {
  readonly files: FoundFile[];
  readonly configs: string[];
  readonly problems: PathProblem[];
  readonly abandoned: AbandonedNames[];
  /** Real paths, so that a file is added only once. */
  readonly seen: Set<string>;
  readonly cwd: string;
  /** Awaited before each folder is read, which blocks the event loop. */
  readonly pause: () => Promise<void> | undefined;
}

async function addArgument(path: string, to: Collected): Promise<void> {
  const absolute = resolve(to.cwd, path);
  const given = path.replaceAll(sep, '/').replace(/(?<=[^/])\/+$/, '');
  try {
    const found = statSync(absolute);
    const real = realpathSync.native(absolute);
    if (found.isDirectory()) await walk({ absolute, real, given }, { ...to, root: real });
    else if (!found.isFile())
      to.problems.push({ path, message: `${path} is not a regular file; ${EXPECTED}` });
    else if (!isExpectedTarget(absolute, real, realpathSync.native(dirname(absolute))))
      to.problems.push({
        path,
        message: `${path} is a link to a file that is not a request file; ${EXPECTED}`,
      });
    else if (!addFile({ absolute, real, given }, to)) {
      to.problems.push({ path, message: notRequestFile(path) });
    }
  } catch (error) {
    if (isAbsent(error)) to.problems.push({ path, message: missingMessage(path, to.cwd) });
    else addUnreadable(path, error, to);
  }
}

/** A file of another tool has a command that converts it. */
function notRequestFile(path: string): string {
  const foreign = describeForeignFile(path);
  const what = foreign === undefined ? `; ${EXPECTED}` : ` but ${foreign}`;
  return `${path} is not a request file${what}`;
}

function missingMessage(path: string, cwd: string): string {
  if (/^https?:\/\//i.test(path))
    return `${path} is an address and no file; svc fetch ${path} sends one request there`;
  if (isAddress(path))
    return `${path} does not exist; if it is an address, svc fetch ${path} sends one request there`;
  const near = nearPath(path, cwd);
  return `${path} does not exist; ${near === undefined ? EXPECTED : `did you mean ${near}?`}`;
}

interface Place {
  readonly absolute: string;
  readonly real: string;
  /** The path as the user would write it. */
  readonly given: string;
}

interface WalkTarget extends Collected {
  /** The folder that was named, free of symbolic links. */
  readonly root: string;
}

async function walk(folder: Place, to: WalkTarget): Promise<void> {
  await to.pause();
  // A round trip to a thread of the pool takes longer than reading a folder.
  const entries = readdirSync(folder.absolute, { withFileTypes: true });
  const abandoned = entries.filter(({ name }) => name.startsWith('.') && mayBeSwept(name));
  if (abandoned.length > 0)
    to.abandoned.push({ folder: folder.real, names: abandoned.map(({ name }) => name) });
  for (const entry of sortByBytes(entries, ({ name }) => name)) {
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules') await walkBelow(within(folder, entry.name), to);
    } else if (isWanted(entry)) {
      if (entry.isFile()) addFile(within(folder, entry.name), to);
      else if (entry.isSymbolicLink()) await addLink(within(folder, entry.name), to);
    }
  }
}

async function walkBelow(folder: Place, to: WalkTarget): Promise<void> {
  try {
    await walk(folder, to);
  } catch (error) {
    addUnreadable(shownOf(folder, to.cwd), error, to);
  }
}

function within(folder: Place, name: string): Place {
  return {
    absolute: absolutePath(name, folder.absolute),
    real: absolutePath(name, folder.real),
    given: folder.given.endsWith('/') ? folder.given + name : `${folder.given}/${name}`,
  };
}

function isWanted({ name }: Dirent): boolean {
  return isCommandLineFileName(name) || CONFIG_FILE_NAMES.includes(name);
}

/** Accepts links to files of the workspace; links to directories are not followed. */
async function addLink(place: Place, to: WalkTarget): Promise<void> {
  const path = shownOf(place, to.cwd);
  try {
    if (!(await stat(place.absolute)).isFile()) return;
    const real = await realpath(place.absolute);
    const isInside = isBelow(real, to.root) || isBelow(real, await realpath(to.cwd));
    // Where a config file may lie is checked when it is read.
    const isConfig = CONFIG_FILE_NAMES.includes(basename(place.absolute));
    if (isConfig || (isInside && isExpectedTarget(place.absolute, real, to.root)))
      addFile({ ...place, real }, to);
    else to.problems.push({ path, message: `${path} is a link that leads outside the workspace` });
  } catch (error) {
    addUnreadable(path, error, to);
  }
}

function addUnreadable(path: string, error: unknown, to: Collected): void {
  to.problems.push({ path, message: `cannot read ${path}: ${diskReason(error)}` });
}

/** A link must not expose a file outside its folder unless that is a request file by name. */
function isExpectedTarget(absolute: string, real: string, folder: string): boolean {
  return (
    isBelow(real, folder) || isCommandLineFileName(real) || CONFIG_FILE_NAMES.includes(basename(absolute))
  );
}

/** False when the name is neither a request file's nor a config's. */
function addFile(place: Place, to: Collected): boolean {
  const name = basename(place.absolute);
  const isConfig = CONFIG_FILE_NAMES.includes(name);
  if (!isConfig && !isCommandLineFileName(name)) return false;
  if (to.seen.has(place.real)) return true;
  to.seen.add(place.real);
  if (isConfig) to.configs.push(place.absolute);
  else to.files.push({ absolute: place.absolute, shown: shownOf(place, to.cwd) });
  return true;
}

function shownOf({ absolute, given }: Place, cwd: string): string {
  const inside = cwd.endsWith(sep) ? cwd : cwd + sep;
  return absolute.startsWith(inside) ? absolute.slice(inside.length).replaceAll(sep, '/') : given;
}
