// Debian packages for the tests: unpacked in the user's cache, for which root is not needed, or installed by root.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { runQuietly } from '../run.mjs';
import { ownCacheDirectory } from './nodes.mjs';

const DOWNLOAD_LIMIT = { timeout: 300_000 };

/**
 * Root on Debian and its kin can install a package, as the tests may ask for; everybody else cannot.
 * @param {{ platform: NodeJS.Platform, env: NodeJS.ProcessEnv }} machine
 * @param {readonly string[]} names the first that can be installed is
 * @returns {Promise<string | undefined>} its name
 */
export async function installDebian({ platform, env }, names) {
  const isRoot = process.getuid?.() === 0;
  if (platform !== 'linux' || !isRoot || programInPath(env, 'apt-get') === undefined) return undefined;
  console.log(`Installing Debian's ${names.at(-1)} ...`);
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  await runQuietly('apt-get', ['update'], quiet, DOWNLOAD_LIMIT);
  const patience = ['-o', 'DPkg::Lock::Timeout=120']; // Another process may be installing it at the same time.
  const install = [...patience, 'install', '--yes', '--no-install-recommends'];
  for (const name of names) {
    const { code } = await runQuietly('apt-get', [...install, name], quiet, DOWNLOAD_LIMIT);
    if (code === 0) return name;
  }
  return undefined;
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} name
 * @returns {string | undefined} the path
 */
export function programInPath(env, name) {
  const directories = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter(Boolean);
  return directories.map((directory) => join(directory, name)).find((path) => existsSync(path));
}

/**
 * The lists of the system may be outdated or missing, and only root can update them; then they are downloaded into
 * the cache as well.
 * @param {string} name of the directory
 * @param {readonly string[]} packages
 * @returns {Promise<string>} the directory
 */
export async function fetchDebian(name, packages) {
  const place = join(ownCacheDirectory(), name);
  if (existsSync(place)) return place;
  console.log(`Fetching ${packages.join(', ')} ...`);
  await mkdir(ownCacheDirectory(), { recursive: true });
  const work = await mkdtemp(join(ownCacheDirectory(), '.unfinished-'));
  try {
    await download(work, packages);
    await mkdir(join(work, 'tree'));
    for (const file of (await readdir(work)).filter((entry) => entry.endsWith('.deb'))) {
      await need('dpkg-deb', ['--extract', file, 'tree'], work, packages);
    }
    await rename(join(work, 'tree'), place).catch((error) => {
      // Another process was faster.
      if (!existsSync(place)) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return place;
}

/**
 * @param {string} work
 * @param {readonly string[]} packages
 */
async function download(work, packages) {
  // The user that apt switches to cannot write here.
  const withLists = ['-o', 'APT::Sandbox::User=root'];
  if (await succeeds('apt-get', [...withLists, 'download', ...packages], work)) return;
  for (const directory of ['lists/partial', 'archives/partial']) {
    await mkdir(join(work, directory), { recursive: true });
  }
  const options = ownLists(work).flatMap((option) => ['-o', option]);
  await need('apt-get', [...options, 'update'], work, packages);
  await need('apt-get', [...options, 'download', ...packages], work, packages);
}

/** @param {string} work */
function ownLists(work) {
  const places = [`Dir::State::Lists=${join(work, 'lists')}`, `Dir::Cache=${work}`];
  return [...places, 'Dir::Cache::Archives=archives', 'APT::Sandbox::User=root', 'Debug::NoLocking=1'];
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} cwd
 */
async function succeeds(program, args, cwd) {
  const { code } = await runQuietly(program, args, {}, { cwd }).catch(() => ({ code: 1 }));
  return code === 0;
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {readonly string[]} packages
 */
async function need(program, args, cwd, packages) {
  const failed = { code: 1, output: `There is no ${program} here.` };
  const { code, output } = await runQuietly(program, args, {}, { cwd }).catch(() => failed);
  if (code === 0) return;
  const advice = `Debian's packages ${packages.join(', ')} are needed and cannot be fetched`;
  throw new Error(`${advice}; this works on Debian and Ubuntu with network access.\n${output.trim()}`);
}
