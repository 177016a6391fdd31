// Runs the Node of the other architecture on this machine without changing it: the emulator and the C library come
// from Debian packages that are unpacked in the user's cache, Node from the npm registry.
import { existsSync } from 'node:fs';
import { chmod, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { root } from '../files.mjs';
import { fetchDebian } from './debian-packages.mjs';
import { fetchNode, ownCacheDirectory, withFirstInPath } from './nodes.mjs';

/**
 * @typedef {object} Target
 * @property {string} arch as in process.arch
 * @property {string} debian what Debian calls it
 * @property {string} emulator the name of its programs, followed by `-static` in some packages
 * @property {string} libraries the directory of its C library in Debian's packages for cross compilers
 * @property {number} machine the machine number in the header of its ELF programs
 */

/** @type {readonly Target[]} */
const TARGETS = [
  { arch: 'x64', debian: 'amd64', emulator: 'qemu-x86_64', libraries: 'x86_64-linux-gnu', machine: 62 },
  { arch: 'arm64', debian: 'arm64', emulator: 'qemu-aarch64', libraries: 'aarch64-linux-gnu', machine: 183 },
];

/**
 * The architecture that this machine does not have.
 * @param {string} platform
 * @param {string} arch
 */
export function otherTarget(platform, arch) {
  const other = TARGETS.find((target) => target.arch !== arch);
  if (platform !== 'linux' || other === undefined || !TARGETS.some((target) => target.arch === arch)) {
    throw new Error(`this needs Linux on x64 or arm64; here it is ${platform} on ${arch}.`);
  }
  return other;
}

/**
 * @param {Target} target
 * @param {string} version such as 20 or 24.1.0
 * @returns {Promise<{ node: string, version: string, env: NodeJS.ProcessEnv }>} node: a script that starts it
 */
export async function emulate(target, version) {
  const emulator = await findEmulator(target);
  const libraries = await fetchLibraries(target);
  const fetched = await fetchNode(version, { platform: 'linux', arch: target.arch });
  const command = [emulator, '-L', libraries];
  const directory = join(ownCacheDirectory(), `emulated-${target.arch}-${fetched.version}`);
  await mkdir(directory, { recursive: true });
  const node = join(directory, 'node');
  const words = [...command, fetched.binary].map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
  const unfinished = `${node}.${process.pid}`;
  // Reading further certificates would double the time of an emulated start, and nothing here needs them.
  await writeFile(unfinished, `#!/bin/sh\nunset NODE_EXTRA_CA_CERTS\nexec ${words.join(' ')} "$@"\n`);
  await chmod(unfinished, 0o755);
  await rename(unfinished, node);
  const preload = join(root, 'scripts', 'machines', 'emulated-spawn.cjs');
  const env = {
    ...withFirstInPath(process.env, directory),
    NODE_OPTIONS: `--require=${JSON.stringify(preload)}`,
    SVC_EMULATION: JSON.stringify({ command, machine: target.machine, node }),
  };
  return { node, version: fetched.version, env };
}

/** @param {Target} target */
async function findEmulator({ emulator }) {
  const names = [`${emulator}-static`, emulator];
  const directories = (process.env['PATH'] ?? '').split(delimiter).filter((directory) => directory !== '');
  const installed = directories.flatMap((directory) => names.map((name) => join(directory, name)));
  const found = installed.find((file) => existsSync(file));
  if (found !== undefined) return found;
  // Since Debian 13 the first package is empty and the second one needs no libraries either.
  for (const name of ['qemu-user-static', 'qemu-user']) {
    const place = await fetchDebian(name, [name]);
    const fetched = names.map((file) => join(place, 'usr', 'bin', file)).find((file) => existsSync(file));
    if (fetched !== undefined) return fetched;
  }
  throw new Error(`there is no ${emulator}; install the package qemu-user-static or qemu-user.`);
}

/**
 * @param {Target} target
 * @returns {Promise<string>} the root directory of the file system for emulated programs
 */
async function fetchLibraries({ debian, libraries }) {
  const names = ['libc6', 'libgcc-s1', 'libstdc++6'].map((name) => `${name}-${debian}-cross`);
  const place = join(await fetchDebian(`libraries-${debian}`, names), 'usr', libraries);
  // Programs search here first. A file that is missing below the root is taken from the machine, which may have
  // libraries of this architecture too; with a loader of another version they hang.
  const first = join(place, 'lib', libraries);
  if (!existsSync(first)) await symlink('.', first);
  return place;
}
