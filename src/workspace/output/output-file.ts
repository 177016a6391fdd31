import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A file that is to be written, and whose word counts on the way to it. */
export interface OutputFile {
  /** Where the operator wants it; every name on the way may turn out to be a link. */
  readonly absolute: string;
  /** As it was given, for messages. */
  readonly shown: string;
  /** Folders of the workspace, absolute: a link that lies in one of them is never followed out of it. */
  readonly folders: readonly string[];
  /** A folder on the way that a file of the workspace has chosen; it has to lie inside of the workspace. */
  readonly chosen?: ChosenFolder;
  /** The whole sentence about a link that leaves the workspace, where the usual one does not fit. */
  readonly refusal?: string;
}

export interface ChosenFolder {
  readonly absolute: string;
  /** Workspace directory, absolute. */
  readonly root: string;
  /** The whole sentence that says why nothing is written. */
  readonly refusal: string;
}

export interface WorkspaceInUse {
  readonly cwd: string;
  /** Paths of the command line; what does not exist counts for nothing. */
  readonly paths: readonly string[];
  /** Directory of the config file in use. */
  readonly configDirectory: string | undefined;
}

/**
 * The directory of the config file is the workspace. Without one it is the current directory, and what the
 * command line names may be a clone of its own below it.
 */
export function workspaceFolders({ cwd, paths, configDirectory }: WorkspaceInUse): readonly string[] {
  if (configDirectory !== undefined) return [configDirectory];
  return [cwd, ...paths.flatMap((path) => folderOf(resolve(cwd, path)))];
}

function folderOf(path: string): readonly string[] {
  try {
    return [statSync(path).isDirectory() ? path : dirname(path)];
  } catch {
    return [];
  }
}

/** Free of symbolic links; a folder that is gone plants nothing. */
export function realFolders(folders: readonly string[]): readonly string[] {
  const real = folders.flatMap((folder) => {
    try {
      return [realpathSync.native(folder)];
    } catch {
      return [];
    }
  });
  return [...new Set(real)];
}
