/** What the files of a git repository say; no program is started. */
import { lstatSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { READ_NO_LINK, readRegularSync } from '../paths/read-limited.js';

export interface GitFacts {
  /** Empty texts for what the files do not say. */
  readonly commit: string;
  readonly branch: string;
}

interface Repository {
  /** The directory of the files that are checked out. */
  readonly root: string;
  /** The folder with `HEAD`. */
  readonly folder: string;
  /** The folder with branches and config, which work trees share. */
  readonly shared: string;
}

const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** Undefined outside of a repository. */
export function readGitFacts(directory: string): GitFacts | undefined {
  const repository = findRepository(directory);
  if (repository === undefined) return undefined;
  const head = readText(join(repository.folder, 'HEAD')).trim();
  const reference = /^ref: (refs\/[^\0\r\n]+)$/.exec(head)?.[1];
  if (reference === undefined) return { commit: commitIn(head), branch: '' };
  return { commit: commitOf(repository, reference), branch: reference.replace(/^refs\/heads\//, '') };
}

/** The remote `origin` and the path below the root of the repository; undefined without that remote. */
export function gitWorkspaceName(directory: string): string | undefined {
  const repository = findRepository(directory);
  if (repository === undefined) return undefined;
  const url = originIn(readText(join(repository.shared, 'config')));
  const remote = remoteName(/^\.\.?[\\/]/.test(url) ? resolve(repository.root, url) : url);
  if (remote === '') return undefined;
  const below = relative(repository.root, directory).split(sep).join('/');
  return below === '' ? remote : `${remote}/${below}`;
}

function findRepository(directory: string): Repository | undefined {
  for (let root = resolve(directory); ; root = dirname(root)) {
    const folder = gitFolder(root);
    if (folder !== undefined) return { root, folder, shared: sharedFolder(folder) };
    if (dirname(root) === root) return undefined;
  }
}

/** `.git` is a folder, or a file that names one, as in work trees and submodules. */
function gitFolder(root: string): string | undefined {
  const path = join(root, '.git');
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (found.isDirectory()) return path;
  const named = /^gitdir: ([^\0\r\n]+)/.exec(readText(path))?.[1];
  return named === undefined ? undefined : resolve(root, named.trim());
}

function sharedFolder(folder: string): string {
  const named = readText(join(folder, 'commondir')).trim();
  return named === '' ? folder : resolve(folder, named);
}

/** A name with `..` could lead to any file. */
function commitOf({ folder, shared }: Repository, reference: string): string {
  if (reference.split('/').includes('..')) return '';
  for (const place of [folder, shared]) {
    const commit = commitIn(readText(join(place, reference)).trim());
    if (commit !== '') return commit;
  }
  const packed = readText(join(shared, 'packed-refs')).split('\n');
  const line = packed.find((each) => each.endsWith(` ${reference}`));
  return commitIn(line?.slice(0, line.indexOf(' ')) ?? '');
}

function commitIn(text: string): string {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text) ? text : '';
}

/** Sections and keys are not case-sensitive, the name of a remote is. */
function originIn(config: string): string {
  let isOrigin = false;
  for (const line of config.split('\n')) {
    const section = /^\s*\[\s*([A-Za-z0-9.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (section) isOrigin = section[1]?.toLowerCase() === 'remote' && section[2] === 'origin';
    const value = isOrigin ? /^\s*url\s*=\s*(.*?)\s*$/i.exec(line)?.[1] : undefined;
    if (value !== undefined) return value.replace(/^"(.*)"$/, '$1');
  }
  return '';
}

/** Host and path, so that clones over different protocols have the same name. */
export function remoteName(url: string): string {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:]*)(?::[0-9]*)?(\/.*)?$/i.exec(url);
  if (withScheme) return joined(withScheme[1] ?? '', withScheme[2] ?? '');
  // git takes a colon before the first slash for the end of a host, unless it is a drive.
  const short = isAbsolute(url) ? null : /^(?:[^/@]*@)?(\[[^\]]*\]|[^/:]{2,}):(.*)$/.exec(url);
  if (short) return joined(short[1] ?? '', short[2] ?? '');
  return withoutEnding(url.replaceAll('\\', '/'));
}

function joined(host: string, path: string): string {
  const place = withoutEnding(path.replace(/^\/+/, ''));
  return host === '' ? `/${place}` : `${host.toLowerCase()}/${place}`;
}

function withoutEnding(path: string): string {
  return path
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .replace(/\/+$/, '');
}

/** Empty for a file that is missing or cannot be read. */
function readText(path: string): string {
  try {
    return readRegularSync(path, MAX_FILE_BYTES, READ_NO_LINK).toString('utf8');
  } catch {
    return '';
  }
}
