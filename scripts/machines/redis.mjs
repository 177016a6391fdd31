// Finds a real Redis or Valkey for the tests of the queue.
import { basename, join } from 'node:path';
import { runQuietly } from '../run.mjs';
import { fetchDebian, libraryFolders, programInPath } from './debian-packages.mjs';

/**
 * @typedef {{ path: string, name: string, env: Record<string, string>, version: string, origin: string }} FoundRedis
 *   name: under which it has to be started, because one program of Debian is a server only by its name
 * @typedef {{ platform: NodeJS.Platform, env: NodeJS.ProcessEnv, fetch: typeof fetchDebian }} Machine
 */

export const REDIS_VARIABLE = 'SVC_TEST_REDIS';
export const NO_REDIS = `install Redis 6.2 or Valkey 7.2 or later, or set ${REDIS_VARIABLE} to the path of its server.`;

/** @type {Readonly<Record<string, readonly [number, number]>>} */
const OLDEST = { Redis: [6, 2], Valkey: [7, 2] };

/**
 * The first server that starts, or undefined if there is none. If the user names one, no other is tried.
 * @param {Partial<Machine>} [machine]
 * @returns {Promise<FoundRedis | undefined>}
 */
export async function findRedis({
  platform = process.platform,
  env = process.env,
  fetch = fetchDebian,
} = {}) {
  const named = env[REDIS_VARIABLE];
  if (named) {
    const found = await started({ path: named, name: 'redis-server', env: {} }, `named by ${REDIS_VARIABLE}`);
    if (found !== undefined) return found;
    throw new Error(`${REDIS_VARIABLE} names ${named}, which is not a Redis that starts.`);
  }
  for (const name of ['redis-server', 'valkey-server']) {
    const path = programInPath(env, platform === 'win32' ? `${name}.exe` : name);
    const found = path && (await started({ path, name, env: {} }, 'installed on this machine'));
    if (found) return found;
  }
  return platform === 'linux' ? fetchedRedis(fetch) : undefined;
}

/** @param {FoundRedis} redis */
export function describeRedis({ path, name, version, origin }) {
  const started = basename(path) === name ? path : `${path}, started as ${name}`;
  return `${version}, ${origin} (${started})`;
}

/** @param {typeof fetchDebian} fetch */
async function fetchedRedis(fetch) {
  try {
    const place = await fetch('redis', ['redis-tools'], /^lib/);
    const env = { LD_LIBRARY_PATH: (await libraryFolders(place)).join(':') };
    // The server itself is in another package, but this one has the same program under another name.
    const path = join(place, 'usr', 'bin', 'redis-check-rdb');
    return await started({ path, name: 'redis-server', env }, "from Debian's packages");
  } catch {
    return undefined;
  }
}

/**
 * @param {Pick<FoundRedis, 'path' | 'name' | 'env'>} program
 * @param {string} origin
 * @returns {Promise<FoundRedis | undefined>}
 */
async function started(program, origin) {
  const { path, name, env } = program;
  const { output } = await runQuietly(path, ['--version'], env, { argv0: name }).catch(() => ({
    output: '',
  }));
  const [, product = '', version = '', major, minor] =
    /(Redis|Valkey) server v=((\d+)\.(\d+)[.\d]*)/.exec(output) ?? [];
  const [oldestMajor, oldestMinor] = OLDEST[product] ?? [Infinity, 0];
  const isNewEnough =
    Number(major) > oldestMajor || (Number(major) === oldestMajor && Number(minor) >= oldestMinor);
  return isNewEnough ? { ...program, origin, version: `${product} ${version}` } : undefined;
}
