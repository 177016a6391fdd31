import { realpathSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Whether a script was started and not imported. Compares real paths, because the clone may be reached through a link,
 * as in the temporary directory of macOS.
 * @param {string} url of the script
 */
export function isStarted(url) {
  const [, script] = process.argv;
  return script !== undefined && realpathSync(script) === fileURLToPath(url);
}

/** The root directory of the repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * All files below a directory of the repository, as sorted paths relative to the repository.
 * @param {string} directory
 */
export async function filesBelow(directory) {
  const entries = await readdir(join(root, directory), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => relative(root, join(entry.parentPath, entry.name))).sort();
}

/**
 * Moves the files of one directory tree into another and replaces existing files.
 * @param {string} from
 * @param {string} to
 */
export async function moveInto(from, to) {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const target = join(to, relative(from, file));
    await mkdir(dirname(target), { recursive: true });
    await rename(file, target);
  }
}

/**
 * Writes atomically: readers see the old text or the new one.
 * @param {string} path
 * @param {string} text
 * @param {number} [mode]
 */
export async function replaceFile(path, text, mode = 0o644) {
  const unfinished = `${path}.new`;
  await writeFile(unfinished, text);
  await chmod(unfinished, mode);
  await rename(unfinished, path);
}
