/** Looks for an environment file of another client that defines a name, for the message about a missing variable. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readInside } from '../paths/read-inside.js';
import { realPath } from '../paths/write-place.js';
import { parseClientEnvFile } from './client-env-file.js';
import { CLIENT_ENV_NAMES, shownPath } from './find-client-env.js';

const MAX_ENTRIES = 5000;
const MAX_FILE_BYTES = 1024 * 1024;
const LEFT_OUT: ReadonlySet<string> = new Set(['.git', 'node_modules']);
const NAMES: ReadonlySet<string> = new Set(CLIENT_ENV_NAMES.map(({ name }) => name));

/** The shown path of the first file that defines the variable in any environment, nearest to the root. */
export async function findDefinition(
  variable: string,
  root: string,
  shownFrom: string,
): Promise<string | undefined> {
  const top = realPath(root) ?? root;
  const from = realPath(shownFrom) ?? shownFrom;
  const name = /^[^.[]*/.exec(variable)?.[0] ?? variable;
  for await (const absolute of environmentFiles(top)) {
    const shown = shownPath(absolute, from, top);
    if (await defines(absolute, top, new Set([variable, name]))) return shown;
  }
  return undefined;
}

/** Folder by folder, those near the root first. */
async function* environmentFiles(root: string): AsyncGenerator<string> {
  const folders = [root];
  let entries = 0;
  for (let at = 0; at < folders.length; at++) {
    const folder = folders[at] ?? root;
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (++entries > MAX_ENTRIES) return;
      if (entry.isDirectory() && !LEFT_OUT.has(entry.name)) folders.push(join(folder, entry.name));
      else if (entry.isFile() && NAMES.has(entry.name)) yield join(folder, entry.name);
    }
  }
}

/** A file that cannot be read defines nothing: it is not used by this run. */
async function defines(absolute: string, root: string, names: ReadonlySet<string>): Promise<boolean> {
  try {
    const bytes = await readInside(absolute, [root], MAX_FILE_BYTES);
    if (bytes.length > MAX_FILE_BYTES) return false;
    const { environments, shared } = parseClientEnvFile({
      text: bytes.toString('utf8'),
      shown: '',
      isPrivate: true,
    });
    return [...environments.values(), shared].some(({ values }) =>
      [...names].some((name) => values.has(name)),
    );
  } catch {
    return false;
  }
}
