// Finds libfaketime, which gives a program of the tests another clock.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchDebian, libraryFolders } from './debian-packages.mjs';

export const FAKETIME_VARIABLE = 'SVC_TEST_FAKETIME';
export const NO_FAKETIME = `install faketime, or set ${FAKETIME_VARIABLE} to the path of its library.`;

/** Of programs with several threads. */
const LIBRARY = 'libfaketimeMT.so.1';

/**
 * @param {{ platform?: NodeJS.Platform, env?: NodeJS.ProcessEnv, fetch?: typeof fetchDebian }} [machine]
 * @returns {Promise<string | undefined>} the path of the library
 */
export async function findFaketime({
  platform = process.platform,
  env = process.env,
  fetch = fetchDebian,
} = {}) {
  const named = env[FAKETIME_VARIABLE];
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`${FAKETIME_VARIABLE} names ${named}, which is not there.`);
  }
  if (platform !== 'linux') return undefined;
  const installed = await libraryBelow('/usr/lib');
  if (installed !== undefined) return installed;
  try {
    const [folder = ''] = await libraryFolders(await fetch('faketime', ['libfaketime']));
    return join(folder, 'faketime', LIBRARY);
  } catch {
    return undefined;
  }
}

/**
 * The monotonic clock stays as it is: only what people read from a clock is wrong.
 * @param {string} library
 * @param {string} shift such as +5s or -1h
 */
export function shiftedClock(library, shift) {
  return { LD_PRELOAD: library, FAKETIME: shift, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}

/** @param {string} directory that has a folder per architecture */
async function libraryBelow(directory) {
  const names = await readdir(directory).catch(() => []);
  return names.map((name) => join(directory, name, 'faketime', LIBRARY)).find((path) => existsSync(path));
}
