/** Reads the script files that a request file names, by the rules of included files. */
import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RequestFile } from '../../request-file/model/model.js';
import { parseFileWithNames, parseRequestFile } from '../../request-file/parse-file.js';
import type { ReadScript } from '../../request-file/script-access.js';
import { openFile } from '../paths/boundary.js';
import { readHandle } from '../paths/read-limited.js';
import { whileOpen } from '../paths/while-open.js';

const MAX_SCRIPT_BYTES = 256 * 1024;

/** The workspace, which is looked up only for a file that names a script. */
export type FindRoot = () => Promise<string>;

/**
 * Paths are relative to the folder of the request file, and only files inside of the workspace are read. A file that is
 * too large is cut behind the limit, so that the translation reports it.
 */
export function scriptReader(directory: string, findRoot: FindRoot): ReadScript {
  return async (name) => {
    try {
      const root = await realpath(await findRoot());
      const opened = await openFile(name, { root, from: await realpath(directory) });
      if (!opened.ok) return undefined;
      const { handle, size } = opened;
      const bytes = await whileOpen(handle, () => readHandle(handle, MAX_SCRIPT_BYTES, { size }));
      return new TextDecoder().decode(bytes);
    } catch {
      return undefined;
    }
  };
}

/** A file that names scripts changes with them, so that what was parsed holds only once. */
export async function parseWithScripts(
  content: UnparsedFile,
  root: string,
  cached?: RequestFile,
): Promise<{ readonly file: RequestFile; readonly namesScripts: boolean }> {
  if (cached) return { file: cached, namesScripts: false };
  const scripts = new UsedScripts(content.path, root);
  const file = await parseRequestFile(content.bytes, content.path, scripts.read);
  return { file, namesScripts: scripts.areNamed };
}

/** The same with the places of the names of the file. */
export async function parseNamesWithScripts(
  { path, bytes }: UnparsedFile,
  root: string,
): Promise<{
  readonly analysed: Awaited<ReturnType<typeof parseFileWithNames>> & { readonly path: string };
  readonly namesScripts: boolean;
}> {
  const scripts = new UsedScripts(path, root);
  const parsed = await parseFileWithNames(bytes, path, scripts.read);
  return { analysed: { ...parsed, path }, namesScripts: scripts.areNamed };
}

interface UnparsedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

class UsedScripts {
  readonly #read: ReadScript;
  areNamed = false;

  constructor(path: string, root: string) {
    this.#read = scriptReader(dirname(join(root, path)), async () => root);
  }

  readonly read: ReadScript = (name) => {
    this.areNamed = true;
    return this.#read(name);
  };
}
