import { realpathSync, statSync, type Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { ServiceError } from '../../errors.js';
import { MAX_REQUEST_FILE_BYTES } from '../../request-file/text/max-file-size.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { parseRequestFile } from '../../request-file/parse-file.js';
import { isBelow } from '../paths/boundary.js';
import { sortByBytes } from '../paths/byte-order.js';
import { diskReason, isAbsent } from '../paths/disk-error.js';
import { isRequestFileName } from '../paths/path-text.js';
import { readRegular } from '../paths/read-limited.js';
import { mayBeSwept } from '../write/sweep-files.js';

export interface FoundFile {
  readonly absolute: string;
  /** Relative to the current directory with `/` when inside it, else as given. */
  readonly shown: string;
}

export interface FoundFiles {
  readonly files: readonly FoundFile[];
  /** Config files that were named or met in walked directories, absolute. */
  readonly configs: readonly string[];
  readonly problems: readonly PathProblem[];
  /** Names in walked directories that a killed process of ours may have left. */
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

/** Request files of the arguments in their order, directories walked in byte order of names (cli.md 6.2). */
export async function collectRequestFiles(paths: readonly string[], cwd: string): Promise<FoundFiles> {
  const collected: Collected = {
    files: [],
    configs: [],
    problems: [],
    abandoned: [],
    seen: new Set(),
    cwd,
  };
  for (const path of paths) await addArgument(path, collected);
  return collected;
}

export async function loadRequestFile(found: FoundFile): Promise<RequestFile> {
  return parseRequestFile(await readRequestFile(found), found.shown);
}

/** A file that is too large is cut where the parser notices it. */
export async function readRequestFile({ absolute, shown }: FoundFile): Promise<Buffer> {
  try {
    return await readRegular(absolute, MAX_REQUEST_FILE_BYTES);
  } catch (error) {
    throw new ServiceError('request-file', `cannot read ${shown}: ${diskReason(error)}`, { cause: error });
  }
}

const CONFIG_NAMES: ReadonlySet<string> = new Set(['service.yaml', 'service.yml']);
const EXPECTED = 'expected a .http or .spec file, or a directory';

interface Collected {
  readonly files: FoundFile[];
  readonly configs: string[];
  readonly problems: PathProblem[];
  readonly abandoned: AbandonedNames[];
  /** Real paths. */
  readonly seen: Set<string>;
  readonly cwd: string;
}

async function addArgument(path: string, to: Collected): Promise<void> {
  const absolute = resolve(to.cwd, path);
  const given = path.replaceAll(sep, '/').replace(/(?<=[^/])\/+$/, '');
  try {
    // At once, as small files are read.
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
      to.problems.push({ path, message: `${path} is not a request file; ${EXPECTED}` });
    }
  } catch (error) {
    const message = isAbsent(error)
      ? `${path} does not exist; ${EXPECTED}`
      : `cannot read ${path}: ${diskReason(error)}`;
    to.problems.push({ path, message });
  }
}

interface Place {
  readonly absolute: string;
  readonly real: string;
  /** As the user would write it. */
  readonly given: string;
}

interface Walking extends Collected {
  /** The folder that was named, free of symbolic links. */
  readonly root: string;
}

async function walk(folder: Place, to: Walking): Promise<void> {
  const entries = await readdir(folder.absolute, { withFileTypes: true });
  const abandoned = entries.filter(({ name }) => name.startsWith('.') && mayBeSwept(name));
  if (abandoned.length > 0)
    to.abandoned.push({ folder: folder.real, names: abandoned.map(({ name }) => name) });
  for (const entry of sortByBytes(entries, ({ name }) => name)) {
    if (entry.name.startsWith('.')) continue;
    const place = within(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules') await walkBelow(place, to);
    } else if (isWanted(entry)) {
      if (entry.isFile()) addFile(place, to);
      else if (entry.isSymbolicLink()) await addLink(place, to);
    }
  }
}

async function walkBelow(folder: Place, to: Walking): Promise<void> {
  try {
    await walk(folder, to);
  } catch (error) {
    const path = shownOf(folder, to.cwd);
    to.problems.push({ path, message: `cannot read ${path}: ${diskReason(error)}` });
  }
}

function within(folder: Place, name: string): Place {
  return {
    absolute: join(folder.absolute, name),
    real: join(folder.real, name),
    given: folder.given.endsWith('/') ? folder.given + name : `${folder.given}/${name}`,
  };
}

function isWanted({ name }: Dirent): boolean {
  return isRequestFileName(name) || CONFIG_NAMES.has(name);
}

/** Links to files of the workspace count, links to directories are not followed. */
async function addLink(place: Place, to: Walking): Promise<void> {
  const path = shownOf(place, to.cwd);
  try {
    if (!(await stat(place.absolute)).isFile()) return;
    const real = await realpath(place.absolute);
    const isInside = isBelow(real, to.root) || isBelow(real, await realpath(to.cwd));
    // Whoever reads a config file judges where it lies.
    const isConfig = CONFIG_NAMES.has(basename(place.absolute));
    if (isConfig || (isInside && isExpectedTarget(place.absolute, real, to.root)))
      addFile({ ...place, real }, to);
    else to.problems.push({ path, message: `${path} is a link that leads outside the workspace` });
  } catch (error) {
    to.problems.push({ path, message: `cannot read ${path}: ${diskReason(error)}` });
  }
}

/** What a link shows of a file that lies elsewhere may not be meant for anybody's eyes, unless its name says so. */
function isExpectedTarget(absolute: string, real: string, folder: string): boolean {
  return isBelow(real, folder) || isRequestFileName(real) || CONFIG_NAMES.has(basename(absolute));
}

/** False when the name is neither a request file's nor a config's. */
function addFile(place: Place, to: Collected): boolean {
  const name = basename(place.absolute);
  const isConfig = CONFIG_NAMES.has(name);
  if (!isConfig && !isRequestFileName(name)) return false;
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
