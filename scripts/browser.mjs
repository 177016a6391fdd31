// Finds a Chromium for the tests of the web interface, its benchmark and its screenshots.
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { chromium as playwright } from 'playwright-core';
import { root } from './files.mjs';
import { fetchDebian, libraryFolders } from './machines/debian-packages.mjs';
import { ownCacheDirectory } from './machines/nodes.mjs';
import { runQuietly } from './run.mjs';

/**
 * @typedef {{ platform: NodeJS.Platform, arch: string, env: NodeJS.ProcessEnv, home: string }} Machine
 * @typedef {{ path: string, version: string, origin: string }} FoundBrowser
 * @typedef {{ origin: string, paths: () => readonly string[] | Promise<readonly string[]> }} BrowserSource
 */

export const BROWSER_VARIABLE = 'SVC_TEST_BROWSER';
export const NO_BROWSER = `install Google Chrome, Chromium or Microsoft Edge, or set ${BROWSER_VARIABLE} to the path of one.`;

const LAUNCH_TIMEOUT_MS = 60_000;
const DOWNLOAD_LIMIT = { timeout: 300_000 };

/**
 * The first browser that starts, or undefined if there is none. If the user names one, no other is tried.
 * @param {Machine} [machine]
 * @returns {Promise<FoundBrowser | undefined>}
 */
export async function findBrowser(machine = thisMachine()) {
  const named = machine.env[BROWSER_VARIABLE];
  if (named) {
    const version = await startedVersion(named);
    if (version !== undefined) return { path: named, version, origin: `named by ${BROWSER_VARIABLE}` };
    throw new Error(`${BROWSER_VARIABLE} names ${named}, which is not a Chromium that starts.`);
  }
  for (const { origin, paths } of browserSources(machine)) {
    for (const path of await paths()) {
      const version = existsSync(path) ? await startedVersion(path) : undefined;
      if (version !== undefined) return { path, version, origin };
    }
  }
  return undefined;
}

/** @param {FoundBrowser} browser */
export function describeBrowser({ path, version, origin }) {
  return `Chromium ${version}, ${origin} (${path})`;
}

/** @param {string} executablePath */
export function launchBrowser(executablePath) {
  return playwright.launch(launchOptions(executablePath));
}

/**
 * For several processes, which connect to it.
 * @param {string} executablePath
 */
export function launchBrowserServer(executablePath) {
  return playwright.launchServer({ ...launchOptions(executablePath), host: '127.0.0.1' });
}

/** @param {string} endpoint of such a server */
export function connectBrowser(endpoint) {
  return playwright.connect(endpoint, { timeout: LAUNCH_TIMEOUT_MS });
}

/** @param {string} executablePath */
function launchOptions(executablePath) {
  // Its sandbox does not work as root and in many containers; every page it opens is served by the test itself.
  return { executablePath, args: ['--no-sandbox'], timeout: LAUNCH_TIMEOUT_MS };
}

/**
 * The sources in the order in which they are tried: installed browsers, then those that can be downloaded.
 * @param {Machine} machine
 * @returns {readonly BrowserSource[]}
 */
export function browserSources(machine) {
  return [
    { origin: 'installed on this machine', paths: () => installedPaths(machine) },
    { origin: 'from the npm package @sparticuz/chromium', paths: () => packagedPaths(machine) },
    { origin: 'downloaded by Playwright', paths: playwrightPaths },
    { origin: "from Debian's packages", paths: () => debianPaths(machine) },
  ];
}

/** @returns {Machine} */
function thisMachine() {
  return { platform: process.platform, arch: process.arch, env: process.env, home: homedir() };
}

/**
 * Starts the browser once, because a file with the right name may be a stub that only says what to install.
 * @param {string} path
 * @returns {Promise<string | undefined>}
 */
async function startedVersion(path) {
  try {
    const browser = await launchBrowser(path);
    const version = browser.version();
    await browser.close();
    return version;
  } catch {
    return undefined;
  }
}

/**
 * The usual places of Chrome, Chromium and Edge.
 * @param {Machine} machine
 * @returns {readonly string[]}
 */
export function installedPaths({ platform, env, home }) {
  if (platform === 'darwin') {
    const applications = ['/Applications', posix.join(home, 'Applications')];
    const names = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
    return names.flatMap((name) => {
      return applications.map((folder) => `${folder}/${name}.app/Contents/MacOS/${name}`);
    });
  }
  if (platform === 'win32') {
    const folders = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) => env[name] ?? []);
    const programs = [
      'Google\\Chrome\\Application\\chrome.exe',
      'Chromium\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ];
    return programs.flatMap((program) => folders.map((folder) => win32.join(folder, program)));
  }
  const names = [
    'chromium-headless-shell', // Has no windows to draw, which makes the tests nearly twice as fast.
    'google-chrome-stable',
    'google-chrome',
    'chromium',
    'chromium-browser',
    'microsoft-edge-stable',
    'microsoft-edge',
  ];
  const folders = [...(env['PATH'] ?? '').split(':'), '/usr/bin', '/usr/local/bin', '/snap/bin'];
  const usualPaths = ['/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge'];
  const searched = names.flatMap((name) => folders.filter(Boolean).map((folder) => posix.join(folder, name)));
  return [...new Set([...searched, ...usualPaths])];
}

/**
 * @param {Machine} machine
 * @returns {Promise<readonly string[]>}
 */
async function packagedPaths({ platform, arch }) {
  if (platform !== 'linux' || arch !== 'x64') return [];
  try {
    return [await unpackedChromium()];
  } catch {
    return [];
  }
}

/** The package unpacks itself into the directory of temporary files, which is a folder of the cache here. */
async function unpackedChromium() {
  const manifest = await readFile(
    join(root, 'node_modules', '@sparticuz', 'chromium', 'package.json'),
    'utf8',
  );
  const { version } = JSON.parse(manifest);
  const place = join(ownCacheDirectory(), `chromium-${version}`);
  const program = join(place, 'chromium');
  if (existsSync(program)) return program;
  await mkdir(ownCacheDirectory(), { recursive: true });
  const work = await mkdtemp(join(ownCacheDirectory(), '.unfinished-'));
  try {
    const script = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
    const { code, output } = await runQuietly(process.execPath, ['-e', script], { TMPDIR: work });
    if (code !== 0) throw new Error(output);
    await rename(work, place).catch((error) => {
      // Another process was faster.
      if (!existsSync(program)) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return program;
}

/** Its command knows the place of the browser, and downloads it if necessary. */
async function playwrightPaths() {
  console.log('Asking Playwright for a Chromium ...');
  const cli = join(root, 'node_modules', 'playwright-core', 'cli.js');
  const command = [cli, 'install', 'chromium-headless-shell'];
  const variables = {
    PLAYWRIGHT_BROWSERS_PATH: join(ownCacheDirectory(), 'playwright'),
    PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000',
  };
  await runQuietly(process.execPath, command, variables, DOWNLOAD_LIMIT);
  const { output } = await runQuietly(process.execPath, [...command, '--dry-run'], variables);
  const [, folder = ''] = /Install location:\s*(.*headless_shell.*)/.exec(output) ?? [];
  const entries = await readdir(folder.trim(), { recursive: true, withFileTypes: true }).catch(() => []);
  const programs = entries.filter(({ name }) => /^(?:chrome-)?headless[-_]shell(?:\.exe)?$/.test(name));
  return programs.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/**
 * A script that starts the browser with the libraries that were unpacked beside it.
 * @param {Machine} machine
 * @returns {Promise<readonly string[]>}
 */
async function debianPaths({ platform }) {
  if (platform !== 'linux') return [];
  const name = 'chromium-headless-shell';
  try {
    const place = await fetchDebian(name, [name], /^(?:lib|chromium|fonts-)/);
    const program = join(place, 'usr', 'lib', 'chromium', name);
    const script = join(place, 'chromium.sh');
    const libraries = (await libraryFolders(place)).join(':');
    const unfinished = `${script}.${process.pid}`;
    await writeFile(unfinished, `#!/bin/sh\nLD_LIBRARY_PATH='${libraries}' exec '${program}' "$@"\n`);
    await chmod(unfinished, 0o755);
    await rename(unfinished, script);
    return [script];
  } catch {
    return [];
  }
}
