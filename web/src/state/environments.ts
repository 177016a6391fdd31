/** The environments of the config file, and the active one. */
import { computed, signal } from '@preact/signals';
import type { Environment } from '../../../src/server/api-types.js';
import { activateEnvironment, readEnvironments, writeEnvironment } from '../api/service.js';
import { attempt, notify } from './notices.js';
import { loadWorkspace, workspace } from './workspace.js';

export const environments = signal<readonly Environment[]>([]);
/** The reason why they cannot be loaded, for example an invalid config file. */
export const environmentsProblem = signal('');
export const activeEnvironment = computed(() => workspace.value?.environment ?? '');
export const activeVariables = computed<Readonly<Record<string, unknown>>>(
  () => environments.value.find(({ name }) => name === activeEnvironment.value)?.variables ?? {},
);

export async function loadEnvironments(): Promise<void> {
  try {
    environments.value = await readEnvironments();
    environmentsProblem.value = '';
  } catch (error) {
    environmentsProblem.value = error instanceof Error ? error.message : String(error);
  }
}

export async function activate(name: string): Promise<void> {
  await attempt(async () => {
    await activateEnvironment(name);
    await Promise.all([loadWorkspace(), loadEnvironments()]);
  });
}

/** True if it was stored. */
export async function saveEnvironment(
  name: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const saved = await attempt(() => writeEnvironment(name, variables));
  if (saved === undefined) return false;
  notify('done', `Saved ${name}.`);
  await Promise.all([loadEnvironments(), loadWorkspace()]);
  return true;
}

/** The API does not mark secret variables, so values of suspicious names are hidden until the user shows them. */
export function looksSecret(name: string): boolean {
  return /pass|secret|token|key|credential|auth|signature|pin$/i.test(name);
}
