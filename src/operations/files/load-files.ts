import { dirname } from 'node:path';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { loadRequestFile } from '../../workspace/files/request-files.js';
import type { FindRoot } from '../../workspace/files/script-reader.js';
import { sweepNames } from '../../workspace/write/sweep-files.js';
import { findRequestFiles, unreadableFileMessage } from './find-request-files.js';

export interface LoadedFiles {
  readonly files: readonly RunnableFile[];
  /** Paths that are not request files or cannot be read; each message names its path. */
  readonly problems: readonly string[];
}

/** Loads and parses the request files of the paths, including files with errors. */
export async function loadFiles(
  paths: readonly string[],
  cwd: string,
  findRoot: FindRoot,
): Promise<LoadedFiles> {
  const found = await findRequestFiles(paths, cwd);
  for (const { folder, names } of found.abandoned) sweepNames(folder, names);
  const problems = [...found.problems];
  const files: RunnableFile[] = [];
  for (const each of found.files) {
    try {
      const file = await loadRequestFile(each, findRoot);
      files.push({ file, shown: each.shown, directory: dirname(each.absolute) });
    } catch (error) {
      problems.push(unreadableFileMessage(error));
    }
  }
  return { files, problems };
}
