import { realpathSync, statSync, type Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import { ServiceError } from '../errors.js';
import { LARGEST_REQUEST_FILE } from '../request-file/largest-file.js';
import type { RequestFile } from '../request-file/model.js';
import { parseRequestFile } from '../request-file/parse-file.js';
import { sortByBytes } from './byte-order.js';
import { diskReason, isAbsent } from './disk-error.js';
import { isRequestFileName } from './path-text.js';
import { readLimited } from './read-limited.js';

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
}

export interface PathProblem {
  readonly path: string;
  readonly message: string;
}

/** Request files of the arguments in their order, directories walked in byte order of names (cli.md 6.2). */
export async function collectRequestFiles(paths: readonly string[], cwd: string): Promise<FoundFiles> {
  const collected: Collected = { files: [], configs: [], problems: [], seen: new Set(), cwd };
  for (const path of paths) await addArgument(path, collected);
  return collected;
}

export async function loadRequestFile(found: FoundFile): Promise<RequestFile> {
  return parseRequestFile(await readRequestFile(found), found.shown);
}

/** A file that is too large is cut where the parser notices it. */
export async function readRequestFile({ absolute, shown }: FoundFile): Promise<Buffer> {
  try {
    return await readLimited(absolute, LARGEST_REQUEST_FILE);
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
  /** Real paths. */
  readonly seen: Set<string>;
  readonly cwd: string;
}

async function addArgument(path: string, to: Collected): Promise<void> {
  const absolute = resolve(to.cwd, path);
  const given = path.replaceAll(sep, '/').replace(/(?<=[^/])\/+$/, '');
  try {
    // At once, as `readLimited` does it.
    const found = statSync(absolute);
    const real = realpathSync.native(absolute);
    if (found.isDirectory()) await walk({ absolute, real, given }, to);
    else if (!found.isFile())
      to.problems.push({ path, message: `${path} is not a regular file; ${EXPECTED}` });
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

async function walk(folder: Place, to: Collected): Promise<void> {
  const entries = await readdir(folder.absolute, { withFileTypes: true });
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

async function walkBelow(folder: Place, to: Collected): Promise<void> {
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

/** Links to files count, links to directories are not followed. */
async function addLink(place: Place, to: Collected): Promise<void> {
  try {
    if ((await stat(place.absolute)).isFile())
      addFile({ ...place, real: await realpath(place.absolute) }, to);
  } catch (error) {
    const path = shownOf(place, to.cwd);
    to.problems.push({ path, message: `cannot read ${path}: ${diskReason(error)}` });
  }
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
