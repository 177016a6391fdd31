/** Where settings come from, for those that need more than one source. */
import { isAbsolute, join, resolve } from 'node:path';
import type { Config } from '../../workspace/config/config.js';
import type { DotenvValues } from '../../workspace/files/dotenv.js';
import type { NamedPath } from '../../workspace/paths/read-inside.js';

/** Settings by their origin; those of flags and variables have the shape of the config file. */
export interface Sources {
  readonly overrides: Config;
  readonly config: Config;
  readonly cwd: string;
  /** The directory of the config file; undefined without one. */
  readonly directory: string | undefined;
  /** Further directories that may contain files named by the config file. */
  readonly workspace: readonly string[];
}

export interface HistoryRequest {
  readonly sources: Sources;
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  readonly dotenv: DotenvValues;
  /** The directory of the workspace. */
  readonly root: string;
  /** The path of the flag or variable as it was written. */
  readonly shownPath?: string | undefined;
}

/** The URL of a team history as it was written. */
export interface ChosenUrl {
  readonly text: string;
  readonly namedBy: 'variable' | 'config';
}

/** The folder of svc in the home directory. */
export function userFolder(process: HistoryRequest['process']): string | undefined {
  const home = process['HOME'] || process['USERPROFILE'] || '';
  return isAbsolute(home) ? join(home, '.svc') : undefined;
}

/**
 * Paths in flags are relative to the current directory; paths in the config file are relative to that file and
 * must stay inside its directory.
 */
export function namedPath(
  { overrides, config, cwd, directory = cwd, workspace }: Sources,
  pick: (settings: Config) => string | undefined,
): NamedPath | undefined {
  const flag = pick(overrides);
  if (flag !== undefined) return { absolute: resolve(cwd, flag), shown: flag };
  const written = pick(config);
  if (written === undefined) return undefined;
  return { absolute: resolve(directory, written), shown: written, within: [directory, ...workspace] };
}
