/** The settings of the config file, and what was typed but is not saved. */
import { computed, signal } from '@preact/signals';
import { toJson } from '../../../src/evaluation/values/json.js';
import type { Configuration } from '../../../src/server/api-types.js';
import { changeConfiguration, readConfiguration } from '../api/service.js';
import { notify } from './notices.js';
import {
  changesOf,
  conflictsOf,
  draftOf,
  rebase,
  type Draft,
  type SettingConflict,
} from './drafts/settings-draft.js';
import { registerUnsaved } from './unsaved.js';

/** An empty object if there is no config file. */
export const configuration = signal<Configuration | undefined>(undefined);
/** The error message of the server for the last read or write. */
export const configurationProblem = signal('');

interface Edited {
  /** The settings that the form was filled with. */
  readonly base: Configuration;
  readonly draft: Draft;
}

/** Stays when another view is shown. */
const edited = signal<Edited | undefined>(undefined);

export const settingsDraft = computed<Draft>(() => edited.value?.draft ?? draftOf(configuration.value ?? {}));
export const hasUnsavedSettings = computed(
  () =>
    edited.value !== undefined && Object.keys(changesOf(edited.value.draft, edited.value.base)).length > 0,
);
registerUnsaved(() => hasUnsavedSettings.value);

/** Settings that were typed here and changed in the file meanwhile. */
export const settingConflicts = computed<readonly SettingConflict[]>(() =>
  edited.value === undefined
    ? []
    : conflictsOf(edited.value.draft, edited.value.base, configuration.value ?? {}),
);

export function editSettings(draft: Draft): void {
  edited.value = { base: edited.value?.base ?? configuration.value ?? {}, draft };
}

export function discardSettings(): void {
  edited.value = undefined;
}

/** Keeps what was typed, although the file has other values by now. */
export function keepSettings(): void {
  if (edited.value !== undefined) edited.value = rebase(edited.value, configuration.value ?? {}, 'mine');
}

/** Takes the values of the file where both have changed. */
export function takeSettings(): void {
  if (edited.value !== undefined) edited.value = rebase(edited.value, configuration.value ?? {}, 'theirs');
}

export async function loadConfiguration(): Promise<void> {
  await guarded(async () => receive(await readConfiguration()));
}

/** Reads the file first, so that a change made elsewhere is shown and not overwritten. */
export async function saveSettings(): Promise<void> {
  await guarded(async () => {
    receive(await readConfiguration());
    if (edited.value === undefined || settingConflicts.value.length > 0) return;
    const sent = edited.value;
    const stored = await changeConfiguration(changesOf(sent.draft, sent.base));
    if (edited.value === sent) edited.value = undefined;
    receive(stored);
    notify('done', 'Settings saved.');
  });
}

/** What the form has not changed follows the file. */
function receive(found: Configuration): void {
  if (configuration.value === undefined || toJson(found) !== toJson(configuration.value)) {
    configuration.value = found;
  }
  if (edited.value !== undefined && settingConflicts.value.length === 0) {
    edited.value = rebase(edited.value, found, 'mine');
  }
}

async function guarded(work: () => Promise<void>): Promise<void> {
  try {
    await work();
    configurationProblem.value = '';
  } catch (error) {
    configurationProblem.value = error instanceof Error ? error.message : String(error);
  }
}
