// Debian packages for the tests: unpacked in the user's cache. Nothing is installed, and root is not needed.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { runQuietly } from '../run.mjs';
import { ownCacheDirectory } from './nodes.mjs';

const DOWNLOAD_LIMIT = { timeout: 600_000 };

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
 * @param {RegExp} [needed] the packages to be fetched beside these, among all that they depend on
 * @returns {Promise<string>} the directory
 */
export async function fetchDebian(name, packages, needed) {
  const place = join(ownCacheDirectory(), name);
  if (existsSync(place)) return place;
  console.log(`Fetching ${packages.join(', ')} ...`);
  await mkdir(ownCacheDirectory(), { recursive: true });
  const work = await mkdtemp(join(ownCacheDirectory(), '.unfinished-'));
  try {
    await download({ work, packages, needed });
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
 * The folders of shared libraries of packages that were unpacked; the C library is that of the machine.
 * @param {string} place
 * @returns {Promise<readonly string[]>}
 */
export async function libraryFolders(place) {
  const roots = ['usr/lib', 'lib'].map((folder) => join(place, folder));
  const folders = (await Promise.all(roots.map(foldersIn))).flat().filter((path) => /-linux-/.test(path));
  // Some libraries have parts of their own in a folder below.
  const below = (await Promise.all(folders.map(foldersIn))).flat();
  const names = await Promise.all(below.map((folder) => readdir(folder)));
  return [...folders, ...below.filter((_, index) => names[index]?.some((name) => /^lib.*\.so/.test(name)))];
}

/** @param {string} folder */
async function foldersIn(folder) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
}

/** @typedef {{ work: string, packages: readonly string[], needed: RegExp | undefined }} Download */

/** @param {Download} wanted */
async function download(wanted) {
  const { work, packages } = wanted;
  // The user that apt switches to cannot write here.
  if (await downloadWith(['-o', 'APT::Sandbox::User=root'], wanted).catch(() => false)) return;
  for (const directory of ['lists/partial', 'archives/partial']) {
    await mkdir(join(work, directory), { recursive: true });
  }
  const options = ownLists(work).flatMap((option) => ['-o', option]);
  await need('apt-get', [...options, 'update'], work, packages);
  if (!(await downloadWith(options, wanted))) {
    throw new Error(`${ADVICE.replace('…', packages.join(', '))}.`);
  }
}

/**
 * @param {readonly string[]} options
 * @param {Download} wanted
 */
async function downloadWith(options, { work, packages, needed }) {
  const names = needed === undefined ? packages : await withDependencies(options, packages, needed, work);
  return succeeds('apt-get', [...options, 'download', ...names], work);
}

/** Programs use the C library and the interpreters of the machine, also when their packages are unpacked. */
const OF_THE_MACHINE = /^(?:libc6|libc-bin|libcrypt1|libgcc-s1|gcc-\d+-base)$/;

/**
 * @param {readonly string[]} options
 * @param {readonly string[]} packages
 * @param {RegExp} needed
 * @param {string} work
 * @returns {Promise<readonly string[]>}
 */
async function withDependencies(options, packages, needed, work) {
  const kinds = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'];
  const flags = ['--recurse', ...kinds.map((kind) => `--no-${kind}`)];
  const { stdout } = await need('apt-cache', [...options, 'depends', ...flags, ...packages], work, packages);
  // Names in angle brackets are provided by others of the list; indented lines say who depends on what.
  const names = stdout.split('\n').filter((line) => /^[a-z0-9][a-z0-9.+-]*$/.test(line));
  const others = names.filter((name) => needed.test(name) && !OF_THE_MACHINE.test(name));
  return [...new Set([...packages, ...others])];
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
  const { code } = await runQuietly(program, args, C_LOCALE, { cwd, ...DOWNLOAD_LIMIT }).catch(() => ({
    code: 1,
  }));
  return code === 0;
}

const C_LOCALE = { LC_ALL: 'C' };
const ADVICE =
  "Debian's packages … are needed and cannot be fetched; this works on Debian and Ubuntu with network access";

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {readonly string[]} packages
 * @returns {Promise<{ stdout: string }>}
 */
async function need(program, args, cwd, packages) {
  const failed = { code: 1, stdout: '', output: `There is no ${program} here.` };
  const limits = { cwd, ...DOWNLOAD_LIMIT };
  const { code, stdout, output } = await runQuietly(program, args, C_LOCALE, limits).catch(() => failed);
  if (code === 0) return { stdout };
  throw new Error(`${ADVICE.replace('…', packages.join(', '))}.\n${output.trim()}`);
}
