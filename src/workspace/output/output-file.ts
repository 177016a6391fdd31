import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A file to write, with the rules for links on its path. */
export interface OutputFile {
  /** Where the operator wants it; any part of the path may be a link. */
  readonly absolute: string;
  /** The path as it was given, for messages. */
  readonly shown: string;
  /** Absolute paths of workspace folders: a link in one of them is never followed out of it. */
  readonly folders: readonly string[];
  /** A parent folder that a file of the workspace names; it has to lie inside the workspace. */
  readonly chosen?: ChosenFolder;
  /** The error message for a link that leaves the workspace, if the usual one does not fit. */
  readonly refusal?: string;
}

export interface ChosenFolder {
  readonly absolute: string;
  /** The workspace directory, absolute. */
  readonly root: string;
  /** The error message. */
  readonly refusal: string;
}

export interface WorkspaceInUse {
  readonly cwd: string;
  /** Paths of the command line; missing ones are ignored. */
  readonly paths: readonly string[];
  /** The directory of the config file in use. */
  readonly configDirectory: string | undefined;
}

/**
 * The directory of the config file is the workspace. Without one it is the current directory, and a path of the
 * command line may be another workspace inside it.
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

/** The real paths; missing folders are left out, since they contain no links. */
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
