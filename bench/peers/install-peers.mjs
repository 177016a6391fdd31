// Installs the programs that svc is compared with, in bench/node_modules.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { npmCommand } from '../../scripts/run.mjs';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** @typedef {{ version: string, bin: string | Record<string, string>, devDependencies: Record<string, string> }} Manifest */

/** @param {(text: string) => void} log */
export function installPeers(log) {
  const { devDependencies } = readManifest(folder);
  if (Object.entries(devDependencies).every(([name, version]) => installedVersion(name) === version)) return;
  log('Installing the programs that svc is compared with ...');
  // Install scripts are not needed, and packages of others should not run programs here.
  const flags = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund'];
  const { program, args, shell } = npmCommand(['install', ...flags]);
  const { status } = spawnSync(program, args, {
    cwd: folder,
    shell,
    stdio: ['ignore', process.stderr, process.stderr],
  });
  if (status !== 0) throw new Error('`npm install` failed; its messages are above.');
}

/** The script of its command. @param {string} name */
export function peerScript(name) {
  const place = join(folder, 'node_modules', name);
  const { bin } = readManifest(place);
  return join(place, typeof bin === 'string' ? bin : (Object.values(bin)[0] ?? ''));
}

/** @param {string} name */
function installedVersion(name) {
  try {
    return readManifest(join(folder, 'node_modules', name)).version;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} place
 * @returns {Manifest}
 */
function readManifest(place) {
  return JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
}
