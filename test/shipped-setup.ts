import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { bundledPlaces } from '../scripts/shipped/shipped-packages.mjs';
import { repositoryRoot, runProgram, type RunOutcome } from './support/program/run-svc.js';
import { temporaryWorkspace } from './support/files/workspace.js';

export async function readJson<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(join(repositoryRoot, name), 'utf8')) as T;
}

export const list = await readJson<{ packages: string[] }>('scripts/shipped/bundled-packages.json');
export const lock = await readJson<Parameters<typeof bundledPlaces>[0]>('package-lock.json');

export async function script(
  name: string,
  args: readonly string[],
  url = 'http://127.0.0.1:9/',
): Promise<RunOutcome> {
  const cwd = await temporaryWorkspace();
  const env = { HOME: cwd, npm_config_registry: url, npm_config_update_notifier: 'false' };
  const path = join(repositoryRoot, 'scripts', 'shipped', name);
  return runProgram(process.execPath, [path, ...args], { cwd, env, timeout: 60_000 });
}
