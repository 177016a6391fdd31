import { dirname } from 'node:path';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { loadRequestFile } from '../../workspace/files/request-files.js';
import { sweepNames } from '../../workspace/write/sweep-files.js';
import { findRequestFiles, unreadableFile } from './find-request-files.js';

export interface LoadedFiles {
  readonly files: readonly RunnableFile[];
  /** Paths that are no request files or cannot be read; each message names its path. */
  readonly problems: readonly string[];
}

/** The request files of the paths, parsed; files with errors are among them. */
export async function loadFiles(paths: readonly string[], cwd: string): Promise<LoadedFiles> {
  const found = await findRequestFiles(paths, cwd);
  for (const { folder, names } of found.abandoned) sweepNames(folder, names);
  const problems = [...found.problems];
  const files: RunnableFile[] = [];
  for (const each of found.files) {
    try {
      const file = await loadRequestFile(each);
      files.push({ file, shown: each.shown, directory: dirname(each.absolute) });
    } catch (error) {
      problems.push(unreadableFile(error));
    }
  }
  return { files, problems };
}
