// The packages that users of svc get. All but the driver of the history are bundled: they are
// devDependencies, which an audit of production dependencies ignores. bundled-packages.json lists them, and from it
// a project is created in which they are dependencies, so that npm itself can audit and list them.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../files.mjs';

/**
 * @typedef {Record<string, string>} Versions by name
 * @typedef {{ version: string, dev?: boolean, devOptional?: boolean, peer?: boolean, dependencies?: Versions,
 *   optionalDependencies?: Versions, peerDependencies?: Versions, peerDependenciesMeta?: object }} LockedPackage
 * @typedef {{ lockfileVersion: number, packages: Record<string, LockedPackage> }} Lock
 * @typedef {{ name: string, version: string, license?: string, optionalDependencies?: Versions }} Manifest
 */

export const LIST_FILE = 'scripts/shipped/bundled-packages.json';

/** @returns {Promise<Lock>} */
export async function readLock() {
  return JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
}

/**
 * The keys in the lock file of all packages that the notices of a build name.
 * @param {Lock} lock
 * @param {readonly string[]} notices the texts that licenses.mjs wrote
 */
export function bundledPlaces({ packages }, notices) {
  const lines = notices.flatMap((text) => text.split('\n'));
  const named = lines.flatMap((line) => /^((?:@[\w.-]+\/)?[\w.-]+ \d\S*) \(.+\)$/.exec(line)?.[1] ?? []);
  /** @param {string} label */
  const placesOf = (label) => {
    const found = Object.entries(packages).filter(([place, { version }]) => {
      return place !== '' && `${packageName(place)} ${version}` === label;
    });
    if (found.length === 0)
      throw new Error(`${label} is bundled, but package-lock.json has no such package.`);
    return found.map(([place]) => place);
  };
  return [...new Set(named.flatMap(placesOf))].sort();
}

/**
 * The manifest and lock file of a project whose production dependencies are the shipped packages.
 * @param {Manifest} manifest
 * @param {Lock} lock
 * @param {readonly string[]} bundled places in the lock file
 */
export function shippedProject(manifest, lock, bundled) {
  const installed = Object.entries(lock.packages).filter(([place, { dev, devOptional, peer }]) => {
    return place !== '' && !dev && !devOptional && !peer;
  });
  const places = new Set([...bundled, ...installed.map(([place]) => place)]);
  const names = new Set([...places].map(packageName));
  /** @type {Versions} */
  const dependencies = {};
  /** @type {Record<string, object>} */
  const packages = {};
  for (const place of [...places].sort()) {
    const locked = lock.packages[place];
    if (locked === undefined) throw new Error(`${place} of ${LIST_FILE} is not in package-lock.json.`);
    packages[place] = shippedPackage(locked, names);
    const isTopLevel = place === `node_modules/${packageName(place)}`;
    if (isTopLevel && bundled.includes(place)) dependencies[packageName(place)] = locked.version;
  }
  const { name, version, license, optionalDependencies } = manifest;
  const project = { name, version, license, dependencies, optionalDependencies };
  return {
    manifest: project,
    lock: { name, version, lockfileVersion: lock.lockfileVersion, packages: { '': project, ...packages } },
    count: places.size,
  };
}

/**
 * Runs work in a temporary folder with this project.
 * @template T
 * @param {(folder: string, count: number) => Promise<T>} work
 */
export async function inShippedProject(work) {
  /** @type {{ packages: string[] }} */
  const { packages } = JSON.parse(await readFile(join(root, LIST_FILE), 'utf8'));
  /** @type {Manifest} */
  const own = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { manifest, lock, count } = shippedProject(own, await readLock(), packages);
  const parent = await mkdtemp(join(tmpdir(), 'svc-shipped-'));
  // npm names a project after its folder.
  const folder = join(parent, manifest.name);
  try {
    await mkdir(folder);
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
    return await work(folder, count);
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

/** @param {string} place in a lock file */
function packageName(place) {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/**
 * Turns a locked package into a production dependency, without dependencies that are not bundled.
 * @param {LockedPackage} locked
 * @param {ReadonlySet<string>} names
 */
function shippedPackage(locked, names) {
  /** @param {Versions} versions */
  const kept = (versions) => Object.fromEntries(Object.entries(versions).filter(([name]) => names.has(name)));
  const fields = Object.entries(locked).filter(([field]) => !NOT_SHIPPED.has(field));
  return {
    ...Object.fromEntries(fields),
    ...(locked.dependencies && { dependencies: kept(locked.dependencies) }),
    ...(locked.optionalDependencies && { optionalDependencies: kept(locked.optionalDependencies) }),
  };
}

const NOT_SHIPPED = new Set(['dev', 'devOptional', 'peerDependencies', 'peerDependenciesMeta']);
