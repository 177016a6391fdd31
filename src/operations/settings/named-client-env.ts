/** The environment files of other clients that flags or the config file name. */
import { resolve } from 'node:path';
import type { NamedPath } from '../../workspace/paths/read-inside.js';
import type { Sources } from './setting-sources.js';

export interface NamedClientEnv {
  /** `--client-env`; undefined leaves the choice to the config file. */
  readonly named?: readonly string[] | undefined;
  /** The folder that these paths are relative to; left out, that of the sources. */
  readonly namedFrom?: string | undefined;
}

/** Paths of flags are relative to the current directory, those of the config file to that file, and inside. */
export function namedClientEnv(
  { named, namedFrom }: NamedClientEnv,
  { config, cwd, directory = cwd, workspace }: Omit<Sources, 'overrides'>,
): readonly NamedPath[] {
  if (named !== undefined && named.length > 0)
    return named.map((path) => ({ absolute: resolve(namedFrom ?? cwd, path), shown: path }));
  return (config.clientEnv ?? []).map((path) => ({
    absolute: resolve(directory, path),
    shown: path,
    within: [directory, ...workspace],
  }));
}
