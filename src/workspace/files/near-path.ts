import { readdirSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { nearest } from '../../primitives/near-names.js';
import { isCommandLineFileName } from '../paths/path-text.js';

/** Finds a request file or directory whose path differs from a missing one in one name; undefined if there is none. */
export function nearPath(path: string, cwd: string): string | undefined {
  const names = path
    .replaceAll(sep, '/')
    .replace(/(?<=[^/])\/+$/, '')
    .split('/');
  for (const [i, name] of names.entries()) {
    const before = names.slice(0, i).join('/');
    const parent = resolve(cwd, i === 0 ? '.' : `${before}/`);
    const found = namesIn(parent);
    if (found === undefined) return undefined;
    if (name === '' || name === '.' || name === '..' || found.includes(name)) continue;
    const rest = names.slice(i + 1);
    const near = nearName(name, found).find((other) => rest.length === 0 || exists(parent, [other, ...rest]));
    return near === undefined ? undefined : [...names.slice(0, i), near, ...rest].join('/');
  }
  return undefined;
}

/** The extension is often forgotten. */
function nearName(name: string, found: readonly string[]): string[] {
  const extended = found.filter((other) => isCommandLineFileName(other) && other.startsWith(`${name}.`));
  return [...extended, ...nearest(name, found)];
}

/** Request files and directories; undefined when the folder cannot be read. */
function namesIn(folder: string): string[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(
        (entry) => !entry.name.startsWith('.') && (entry.isDirectory() || isCommandLineFileName(entry.name)),
      )
      .map(({ name }) => name);
  } catch {
    return undefined;
  }
}

function exists(parent: string, names: readonly string[]): boolean {
  const folder = join(parent, ...names.slice(0, -1));
  return namesIn(folder)?.includes(names.at(-1) ?? '') ?? false;
}
