/** Where environment files of other clients lie: beside a request file and in the folders above it. */
import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { isBelow } from '../paths/boundary.js';

/** The strongest comes first. */
export const CLIENT_ENV_NAMES = [
  { name: 'http-client.private.env.json', isPrivate: true },
  { name: 'http-client.env.json.user', isPrivate: true },
  { name: 'http-client.env.json', isPrivate: false },
] as const;

export interface FoundClientEnv {
  readonly absolute: string;
  readonly isPrivate: boolean;
}

/** The environment files in one folder, the strongest first. */
export function clientEnvFilesIn(folder: string): readonly FoundClientEnv[] {
  return CLIENT_ENV_NAMES.flatMap(({ name, isPrivate }) => {
    const absolute = `${folder}${sep}${name}`;
    return exists(absolute) ? [{ absolute, isPrivate }] : [];
  });
}

/** The settings of Visual Studio Code in the root of a workspace, the strongest first. */
export function editorSettingsIn(root: string): readonly string[] {
  const names = namesIn(root);
  const settings = names.includes('.vscode') ? [join(root, '.vscode', 'settings.json')] : [];
  const workspaces = names.filter((name) => name.endsWith('.code-workspace'));
  return [...settings, ...workspaces.sort().map((name) => join(root, name))].filter((path) => exists(path));
}

/** The folder and those above it up to the root; none for a folder outside of it. Both are real paths. */
export function foldersUpTo(root: string, folder: string): readonly string[] {
  const folders: string[] = [];
  for (let at = folder; at === root || isBelow(at, root); at = dirname(at)) {
    folders.push(at);
    if (at === root) break;
  }
  return folders;
}

/** A name that a private file has, wherever it lies. */
export function isPrivateName(path: string): boolean {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return name.includes('private') || name.endsWith('.user');
}

/** The path as users see it: relative to a folder that contains it, else to the root. */
export function shownPath(absolute: string, shownFrom: string, root: string): string {
  const base = isBelow(absolute, shownFrom) ? shownFrom : root;
  return relative(base, absolute).replaceAll(sep, '/');
}

/** A link counts too; where it leads is checked when it is read. */
function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
