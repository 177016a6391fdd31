/** Which files of a folder of another client are read. */
import { posix } from 'node:path';
import { CONFIG_NAME } from '../config-name.js';

export const REQUEST_FILE = /\.(?:http|rest|spec)$/i;
export const PRIVATE_NAMES: ReadonlySet<string> = new Set([
  'http-client.private.env.json',
  'http-client.env.json.user',
]);
/** Settings of an editor, in the root only. */
export const SETTINGS_FILE = /^(?:\.vscode\/settings\.json|[^/]*\.code-workspace)$/;

export function isEnvironmentFile(path: string): boolean {
  const name = posix.basename(path);
  return (
    name === 'http-client.env.json' ||
    PRIVATE_NAMES.has(name) ||
    SETTINGS_FILE.test(path) ||
    path === CONFIG_NAME
  );
}

/** Request files, and the scripts and environments beside them. */
export function isHttpFile(path: string): boolean {
  return REQUEST_FILE.test(path) || /\.[mc]?js$/i.test(path) || isEnvironmentFile(path);
}
