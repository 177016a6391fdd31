import { statSync, type Stats } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { ServiceError } from '../../errors.js';

export interface ConfigSearch {
  /** `--config` or `SVC_CONFIG`; has to exist. */
  readonly named?: string | undefined;
  /** Current directory; the workspace for server commands. */
  readonly cwd: string;
  /** First positional path; server commands have none. */
  readonly firstPath?: string | undefined;
}

export interface FoundConfig {
  readonly absolute: string;
  /** For messages: as given, or relative to the current directory. */
  readonly shown: string;
  /** The folder in which it was found and must lie; a file that was named may lie anywhere. */
  readonly root?: string | undefined;
  readonly warnings: readonly string[];
}

/** The config file in use, if any (cli.md 4); parents are not searched. */
export async function findConfig({ named, cwd, firstPath }: ConfigSearch): Promise<FoundConfig | undefined> {
  if (named !== undefined) return namedConfig(named, cwd);
  const here = configIn(cwd, cwd);
  if (here || firstPath === undefined) return here;
  const first = resolve(cwd, firstPath);
  const found = statOf(first);
  return configIn(found?.isDirectory() ? first : dirname(first), cwd);
}

const NAMES = ['service.yaml', 'service.yml'] as const;

function namedConfig(named: string, cwd: string): FoundConfig {
  const absolute = resolve(cwd, named);
  const found = statOf(absolute);
  if (!found) throw new ServiceError('input', `config file ${named} does not exist`);
  if (found.isDirectory()) throw new ServiceError('input', `config file ${named} is a directory`);
  return { absolute, shown: named, warnings: [] };
}

/** The one in a folder. */
export function configIn(folder: string, cwd: string): FoundConfig | undefined {
  const [used, ignored] = NAMES.filter((name) => statOf(`${folder}${sep}${name}`)?.isFile());
  if (used === undefined) return undefined;
  const shown = (name: string): string => relative(cwd, join(folder, name)).replaceAll(sep, '/');
  const warnings =
    ignored === undefined ? [] : [`${shown(used)} is used and ${shown(ignored)} ignored; remove one of them`];
  return { absolute: join(folder, used), shown: shown(used), root: folder, warnings };
}

/** At once: a handful of looks takes less time than one step through the thread pool. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
