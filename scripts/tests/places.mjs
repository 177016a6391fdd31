// Where a run of the tests writes: its results in the repository, and a temporary folder that is gone when it has ended.
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../files.mjs';

/** Not committed; `npm test` and `npm run test:full` name the files in it. */
export const RESULTS_FOLDER = join(root, 'test-results');

const PREFIX = 'svc-tests-';

/** @param {string} name */
export async function resultsPath(name) {
  await mkdir(RESULTS_FOLDER, { recursive: true });
  return join(RESULTS_FOLDER, name);
}

/**
 * Everything that the work starts takes it for the temporary folder.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withTemporaryFolder(work) {
  const usual = tmpdir();
  await removeLeft(usual);
  const folder = await mkdtemp(join(usual, `${PREFIX}${process.pid}-`));
  // A server that refuses to run as root must reach what is its own in there.
  await chmod(folder, 0o711);
  const before = { TMPDIR: process.env['TMPDIR'], TEMP: process.env['TEMP'], TMP: process.env['TMP'] };
  for (const name of Object.keys(before)) process.env[name] = folder;
  try {
    return await work();
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * What runs left that were killed.
 * @param {string} usual
 */
async function removeLeft(usual) {
  for (const name of await readdir(usual)) {
    const [, owner] = /^svc-tests-(\d+)-/.exec(name) ?? [];
    if (owner === undefined || isAlive(Number(owner))) continue;
    // It may belong to another user.
    await rm(join(usual, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** @param {number} processId */
function isAlive(processId) {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
