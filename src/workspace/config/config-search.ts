import { dirname, join, relative, resolve, sep } from 'node:path';
import { ServiceError } from '../../errors.js';
import { statAt } from '../paths/file-version.js';
import { nearSibling } from '../paths/near-sibling.js';
import { CONFIG_FILE_NAMES } from '../paths/path-text.js';

export interface ConfigSearch {
  /** The value of `--config` or `SVC_CONFIG`; the file has to exist. */
  readonly named?: string | undefined;
  /** The current directory, or the workspace of server commands. */
  readonly cwd: string;
  /** The first positional path; server commands have none. */
  readonly firstPath?: string | undefined;
}

export interface FoundConfig {
  readonly absolute: string;
  /** The path for messages: as given, or relative to the current directory. */
  readonly shown: string;
  /** The folder that must contain the file; undefined for a file given by `--config`. */
  readonly root?: string | undefined;
  readonly warnings: readonly string[];
}

/** The config file in use, if any; parent folders are not searched (docs/configuration.md#where-it-is-found). */
export async function findConfig({ named, cwd, firstPath }: ConfigSearch): Promise<FoundConfig | undefined> {
  if (named !== undefined) return checkNamedConfig(named, cwd);
  const here = findConfigIn(cwd, cwd);
  if (here || firstPath === undefined) return here;
  const first = resolve(cwd, firstPath);
  const found = statAt(first);
  return findConfigIn(found?.isDirectory() ? first : dirname(first), cwd);
}

/**
 * The directory of the config file in use, else the current directory; looked up when it is first needed. What is wrong
 * with the config file is reported when its settings are read.
 */
export function workspaceRoot(search: ConfigSearch): () => Promise<string> {
  let found: Promise<string> | undefined;
  const find = async (): Promise<string> => {
    const inUse = await findConfig(search).catch(() => undefined);
    return inUse === undefined ? search.cwd : dirname(inUse.absolute);
  };
  return () => (found ??= find());
}

function checkNamedConfig(named: string, cwd: string): FoundConfig {
  const absolute = resolve(cwd, named);
  const found = statAt(absolute);
  if (!found) {
    const near = nearSibling(absolute, named);
    const hint = near === undefined ? '' : `; did you mean ${near}?`;
    throw new ServiceError('input', `config file ${named} does not exist${hint}`);
  }
  if (found.isDirectory()) throw new ServiceError('input', `config file ${named} is a directory`);
  return { absolute, shown: named, warnings: [] };
}

/** The config file in a folder, if any. */
export function findConfigIn(folder: string, cwd: string): FoundConfig | undefined {
  const [used, ignored] = CONFIG_FILE_NAMES.filter((name) => statAt(`${folder}${sep}${name}`)?.isFile());
  if (used === undefined) return undefined;
  const shown = (name: string): string => relative(cwd, join(folder, name)).replaceAll(sep, '/');
  const warnings =
    ignored === undefined ? [] : [`${shown(used)} is used and ${shown(ignored)} ignored; remove one of them`];
  return { absolute: join(folder, used), shown: shown(used), root: folder, warnings };
}
