/** The load profiles of the config file. */
import { signal } from '@preact/signals';
import type { NewStressProfile, StressProfile } from '../../../../src/server/api-types.js';
import { changeProfile, createProfile, readProfiles, removeProfile } from '../../api/stress.js';
import { attempt, notify } from '../notices.js';

export const profiles = signal<readonly StressProfile[]>([]);
/** The reason why they cannot be loaded, for example an invalid config file. */
export const profilesProblem = signal('');

export async function loadProfiles(): Promise<void> {
  try {
    profiles.value = await readProfiles();
    profilesProblem.value = '';
  } catch (error) {
    profilesProblem.value = error instanceof Error ? error.message : String(error);
  }
}

/** Creates a profile or replaces its values; true if it was stored. */
export async function saveProfile({ name, ...fields }: NewStressProfile): Promise<boolean> {
  const isKnown = profiles.value.some((profile) => profile.name === name);
  const stored = await attempt(async () => {
    if (isKnown) await changeProfile(name, { ...CLEARED_FIELDS, ...fields });
    else await createProfile({ name, ...fields });
    notify('done', `Saved profile ${name}.`);
    return true;
  });
  await loadProfiles();
  return stored ?? false;
}

/** Null removes a value that the form does not have. */
const CLEARED_FIELDS = {
  rate: null,
  vus: null,
  maxVUs: null,
  rampUp: null,
  thinkTime: null,
  thresholds: null,
  stages: null,
  abort: null,
  abortWindow: null,
  workers: null,
};

export async function deleteProfile(name: string): Promise<void> {
  await attempt(async () => {
    await removeProfile(name);
    notify('done', `Deleted profile ${name}.`);
  });
  await loadProfiles();
}
