/** Which of the paths of a mock server name an API description; the others name request files and directories. */
import { basename, resolve } from 'node:path';
import { statAt } from '../../workspace/paths/file-version.js';
import { CONFIG_FILE_NAMES } from '../../workspace/paths/path-text.js';
import type { FindRoot } from '../../workspace/files/script-reader.js';
import { loadFiles, type LoadedFiles } from '../files/load-files.js';

/** A directory stands for its request files only, whatever its name is. */
export function isDescriptionPath(path: string, cwd: string): boolean {
  if (!/\.(?:ya?ml|json)$/i.test(path) || CONFIG_FILE_NAMES.includes(basename(path))) return false;
  return statAt(resolve(cwd, path))?.isDirectory() !== true;
}

/** Loads the request files among the paths. */
export async function loadMockFiles(
  paths: readonly string[],
  cwd: string,
  findRoot: FindRoot,
): Promise<LoadedFiles> {
  const named = paths.filter((path) => !isDescriptionPath(path, cwd));
  return named.length === 0 ? { files: [], problems: [] } : loadFiles(named, cwd, findRoot);
}
