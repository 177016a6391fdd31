import { signal } from '@preact/signals';
import type { Configuration, ConfigurationChange } from '../../../src/server/api-types.js';
import { changeConfiguration, readConfiguration } from '../api/service.js';
import { notify } from './notices.js';

/** An empty object if there is no config file. */
export const configuration = signal<Configuration | undefined>(undefined);
/** The error message of the server for the last read or write. */
export const configurationProblem = signal('');

export async function loadConfiguration(): Promise<void> {
  await guarded(async () => {
    configuration.value = await readConfiguration();
  });
}

/** True if it was stored. */
export async function saveConfiguration(change: ConfigurationChange): Promise<boolean> {
  return guarded(async () => {
    configuration.value = await changeConfiguration(change);
    notify('done', 'Settings saved.');
  });
}

async function guarded(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    configurationProblem.value = '';
    return true;
  } catch (error) {
    configurationProblem.value = error instanceof Error ? error.message : String(error);
    return false;
  }
}
