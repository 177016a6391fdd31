/** Which files of a folder of another client are read. */
import { posix } from 'node:path';
import { namedScriptFiles } from '../../request-file/parse/request-scripts.js';
import { CLIENT_ENV_NAMES } from '../../workspace/client-env/find-client-env.js';
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

/** What belongs to a single request file: the environment files in its folder, and the scripts that it names. */
export function filesBeside(text: string): readonly string[] {
  const scripts = Array.from(namedScriptFiles(text), (name) => posix.normalize(name.replaceAll('\\', '/')));
  return [
    ...CLIENT_ENV_NAMES.map(({ name }) => name),
    '.vscode/settings.json',
    ...scripts.filter((path) => !path.startsWith('..') && !path.startsWith('/')),
  ];
}
