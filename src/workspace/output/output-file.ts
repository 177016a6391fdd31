import { dirname, resolve } from 'node:path';
import { statAt } from '../paths/file-version.js';
import { realPath } from '../paths/write-place.js';

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
  const given = paths.map((path) => resolve(cwd, path)).filter((path) => statAt(path));
  return [cwd, ...given.map((path) => (statAt(path)?.isDirectory() ? path : dirname(path)))];
}

/** The real paths; missing folders are left out, since they contain no links. */
export function realFolders(folders: readonly string[]): readonly string[] {
  return [...new Set(folders.flatMap((folder) => realPath(folder) ?? []))];
}
