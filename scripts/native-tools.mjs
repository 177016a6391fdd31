// The bundler, the minifier of styles and the compiler each have a script part and a native part, which npm
// installs as two packages. npm silently skips a native part that it cannot download, and the script part then
// loads one of another version if it finds one: such a pair can write broken files and still succeed.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './files.mjs';

/**
 * @typedef {{ name: string, version: string, optionalDependencies?: Record<string, string>,
 *   os?: string[], cpu?: string[] }} Manifest
 * @typedef {{ directory: string, manifest: Manifest }} InstalledPackage
 */

/** The tools of the build, each with the packages that load it; '.' is the project itself. */
const TOOLS = [
  { name: 'rolldown', loadedBy: ['.', 'vite'] },
  { name: 'lightningcss', loadedBy: ['vite'] },
  { name: 'typescript', loadedBy: ['.'] },
];
const ADVICE = 'remove node_modules and run `npm ci`.';

/**
 * Throws if a tool of the build is installed in two versions, or if its two parts have different versions.
 * @param {string} [project] the directory whose node_modules is looked at
 */
export function checkNativeTools(project = root) {
  for (const { name, loadedBy } of TOOLS) {
    const tools = loadedBy.map((loader) => {
      const from = loader === '.' ? project : installedPackage(loader, project).directory;
      return installedPackage(name, from);
    });
    const versions = [...new Set(tools.map(({ manifest }) => manifest.version))];
    if (versions.length > 1)
      throw new Error(`${name} is installed in the versions ${versions.join(' and ')}; ${ADVICE}`);
    for (const tool of tools) checkNativePart(tool);
  }
}

/** @param {InstalledPackage} tool */
function checkNativePart({ directory, manifest: { name, version, optionalDependencies = {} } }) {
  const parts = Object.keys(optionalDependencies).flatMap((part) => findPackage(part, directory) ?? []);
  const usable = parts.filter(({ manifest: { os, cpu } }) => {
    return (os ?? []).includes(process.platform) && (cpu ?? []).includes(process.arch);
  });
  if (usable.length === 0) {
    const place = `${process.platform} ${process.arch}`;
    throw new Error(`the native part of ${name} ${version} for ${place} is not installed; ${ADVICE}`);
  }
  for (const { manifest: native } of usable) {
    if (native.version === optionalDependencies[native.name]) continue;
    throw new Error(`${name} ${version} would load ${native.name} of version ${native.version}; ${ADVICE}`);
  }
}

/** @param {string} name @param {string} from */
function installedPackage(name, from) {
  const found = findPackage(name, from);
  if (found === undefined) throw new Error('the development packages are missing; run `npm ci`.');
  return found;
}

/**
 * Searches like Node, since not every package exports its package.json.
 * @param {string} name
 * @param {string} from
 * @returns {InstalledPackage | undefined}
 */
function findPackage(name, from) {
  for (let place = from; ; place = dirname(place)) {
    const directory = join(place, 'node_modules', name);
    const file = join(directory, 'package.json');
    if (existsSync(file)) return { directory, manifest: JSON.parse(readFileSync(file, 'utf8')) };
    if (dirname(place) === place) return undefined;
  }
}
