import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { root } from '../files.mjs';

/**
 * The notices of the bundled packages of the command and of the web interface, as the build wrote them.
 * @returns {Promise<string[]>}
 */
export async function builtNotices() {
  const dist = join(root, 'dist');
  /** @type {{ directory: string }} */
  const { directory } = JSON.parse(await readFile(join(dist, 'build.json'), 'utf8'));
  const command = await readFile(join(dist, directory, 'LICENSES.txt'), 'utf8');
  const web = gunzipSync(await readFile(join(dist, 'web', 'assets', 'licenses.txt.gz')));
  return [command, web.toString('utf8')];
}
