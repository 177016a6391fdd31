/** The request files of a run: first their paths, and when the environment is settled their contents. */
import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseRequestFile } from '../../request-file/parse-file.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { FetchFailure } from '../../web-fetch/rules/fetch-failure.js';
import { scriptReader } from '../../workspace/files/script-reader.js';
import { isBelow } from '../../workspace/paths/boundary.js';
import { findInvalid, invalidFiles, type InvalidFile } from '../call/invalid-files.js';
import { listFolder, MAX_FILES } from '../call/list-folder.js';
import { folderAt, openPath } from '../call/workspace-paths.js';
import { ToolFailure } from '../protocol/tool-failure.js';

export interface FoundFiles {
  /** Relative to the workspace, in the order of the arguments, each file once. */
  readonly paths: readonly string[];
  /** The real folder that contains everything that was named. */
  readonly folder: string;
  /** Paths of folders that could not be read. */
  readonly skipped: readonly string[];
}

const FIELD = 'files';

/** Checks every path; nothing is parsed yet. */
export async function findRunFiles(sent: readonly string[], root: string): Promise<FoundFiles> {
  const byRealPath = new Map<string, string>();
  const folders: string[] = [];
  const skipped: string[] = [];
  const add = async (path: string): Promise<void> => {
    const real = await realpath(join(root, path));
    if (!byRealPath.has(real)) byRealPath.set(real, path);
    if (byRealPath.size > MAX_FILES)
      throw new ToolFailure('result_too_large', `more than ${MAX_FILES} files; name fewer or narrower ones`);
  };
  for (const each of sent) {
    const named = { field: FIELD, sent: each };
    const folder = await folderAt(named, root);
    if (folder === undefined) {
      const { path, directory } = await openPath(named, root, true);
      folders.push(directory);
      await add(path);
      continue;
    }
    const listed = await listFolder(folder, named);
    folders.push(folder.real);
    skipped.push(...listed.skipped);
    for (const path of listed.paths) await add(path);
  }
  return { paths: [...byRealPath.values()], folder: commonFolder(folders, root), skipped };
}

function commonFolder([first, ...others]: readonly string[], root: string): string {
  let folder = first ?? root;
  for (const other of others) {
    while (folder !== other && !isBelow(other, folder)) folder = dirname(folder);
  }
  return folder;
}

/** Throws `parse_error` that names all files with errors. */
export async function parseRunFiles(
  paths: readonly string[],
  root: string,
): Promise<readonly RunnableFile[]> {
  const files: RunnableFile[] = [];
  const invalid: InvalidFile[] = [];
  for (const path of paths) {
    const parsed = await parseOne(path, root);
    if ('place' in parsed) invalid.push(parsed);
    else {
      files.push(parsed);
      invalid.push(...findInvalid(path, parsed.file.diagnostics));
    }
  }
  if (invalid.length > 0) throw invalidRunFiles(invalid, paths.length);
  return files;
}

async function parseOne(path: string, root: string): Promise<RunnableFile | InvalidFile> {
  try {
    const { bytes, directory } = await openPath({ field: FIELD, sent: path }, root, true);
    const file = await parseRequestFile(
      bytes,
      path,
      scriptReader(directory, async () => root),
    );
    return { file, shown: path, directory };
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    return { place: `${path}:1:1`, message: error.message };
  }
}

/** Findings of the whole run, such as a circle of dependencies, are shown in the same way. */
export function invalidRunFiles(invalid: readonly InvalidFile[], count: number): ToolFailure {
  return invalidFiles(invalid, count, {
    effect: ', so nothing ran',
    advice: 'use svc_explain with the file',
  });
}
