import { constants, existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../files.mjs';
import { runQuietly } from '../run.mjs';

/**
 * Copies the files of the next commit into a new temporary directory, so that the tree of the developer stays untouched.
 * @param {{ packages?: boolean }} [options] packages: the installed packages too
 * @returns {Promise<string>} the directory
 */
export async function copyTree({ packages = false } = {}) {
  // Tools resolve the path of the temporary directory, which is a link or a short name on macOS and Windows.
  const directory = await mkdtemp(join(await realpath(tmpdir()), 'svc-tree-'));
  const { code, output } = await runQuietly('git', ['ls-files', '-z', '-co', '--exclude-standard']);
  if (code !== 0) throw new Error(`git cannot list the files of the tree.\n${output.trim()}`);
  for (const file of output.split('\0')) {
    // A deleted file is still listed until the deletion is committed.
    if (file === '' || !existsSync(join(root, file))) continue;
    await mkdir(dirname(join(directory, file)), { recursive: true });
    await cp(join(root, file), join(directory, file), { mode: constants.COPYFILE_FICLONE });
  }
  const folders = packages ? ['node_modules', join('editors', 'vscode', 'node_modules')] : [];
  for (const folder of folders) await copyDirectory(join(root, folder), join(directory, folder));
  return directory;
}

/**
 * @param {string} from
 * @param {string} to
 */
export function copyDirectory(from, to) {
  return cp(from, to, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
}
