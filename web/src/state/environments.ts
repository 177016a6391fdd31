/** The environments of the config file, the active one, and what was typed but is not saved. */
import { computed, signal } from '@preact/signals';
import { toJson } from '../../../src/evaluation/values/json.js';
import type { Environment } from '../../../src/server/api-types.js';
import { ApiError } from '../api/client.js';
import {
  activateEnvironment,
  readEnvironments,
  removeEnvironment,
  renameEnvironment,
  writeEnvironment,
} from '../api/service.js';
import { attempt, notify } from './notices.js';
import { registerUnsaved } from './unsaved.js';
import {
  isSameVariables,
  mergeRows,
  rowsOf,
  valuesOf,
  type VariableRow,
  type Variables,
} from './drafts/variable-rows.js';
import { loadWorkspace, workspace } from './workspace.js';

/** The form of one environment; it stays when another view or environment is shown. */
export interface EnvironmentDraft {
  /** The variables that the form was filled with. */
  readonly base: Variables;
  readonly rows: readonly VariableRow[];
}

export const environments = signal<readonly Environment[]>([]);
/** The reason why they cannot be loaded, for example an invalid config file. */
export const environmentsProblem = signal('');
/** Those that a run can use: of the config file, and of environment files of other clients. */
export const environmentNames = computed<readonly string[]>(() => [
  ...new Set([...environments.value, ...clientEnvironments.value].map(({ name }) => name)),
]);
export const clientEnvironments = computed(() => workspace.value?.clientEnvironments ?? []);
export const activeEnvironment = computed(() => workspace.value?.environment ?? '');
export const activeVariables = computed<Variables>(
  () => environments.value.find(({ name }) => name === activeEnvironment.value)?.variables ?? {},
);

/** In memory only, because values may be secret. */
const drafts = signal<ReadonlyMap<string, EnvironmentDraft>>(new Map());

export const unsavedEnvironments = computed<ReadonlySet<string>>(
  () => new Set([...drafts.value].filter(([, draft]) => isChanged(draft)).map(([name]) => name)),
);
registerUnsaved(() => unsavedEnvironments.value.size > 0);

/** Those of the config file, and those that exist only as a draft because the file has lost them meanwhile. */
export const shownEnvironments = computed<readonly Environment[]>(() => {
  const names = new Set(environments.value.map(({ name }) => name));
  const lost = [...unsavedEnvironments.value].filter((name) => !names.has(name));
  return [...environments.value, ...lost.map((name) => ({ name, variables: {} }))];
});

export async function loadEnvironments(): Promise<void> {
  try {
    const found = await readEnvironments();
    // The same list again would fill all forms again.
    if (toJson(found) !== toJson(environments.value)) environments.value = found;
    environmentsProblem.value = '';
  } catch (error) {
    environmentsProblem.value = error instanceof Error ? error.message : String(error);
  }
}

/** A draft without changes follows the config file. */
export function draftOf({ name, variables }: Environment): EnvironmentDraft {
  const draft = drafts.value.get(name);
  if (draft !== undefined && (isChanged(draft) || isSameVariables(draft.base, variables))) return draft;
  const filled = untouched.get(name);
  if (filled !== undefined && isSameVariables(filled.base, variables)) return filled;
  const made = { base: variables, rows: rowsOf(variables) };
  untouched.set(name, made);
  return made;
}

/** Forms that nobody has typed in, so that their rows stay the same when the view is drawn again. */
const untouched = new Map<string, EnvironmentDraft>();

export function editEnvironment(environment: Environment, rows: readonly VariableRow[]): void {
  setDraft(environment.name, { base: draftOf(environment).base, rows });
}

export function discardDraft(name: string): void {
  setDraft(name, undefined);
  untouched.delete(name);
}

/** Puts what was typed on top of what the config file has by now. */
export function mergeDraft(environment: Environment): void {
  const { base, rows } = draftOf(environment);
  const merged = mergeRows(rows, base, environment.variables);
  setDraft(environment.name, { base: environment.variables, rows: merged });
}

function isChanged({ base, rows }: EnvironmentDraft): boolean {
  // Two rows of one name give one variable, but what was typed is not lost.
  return rows.length !== Object.keys(base).length || !isSameVariables(valuesOf(rows), base);
}

function setDraft(name: string, draft: EnvironmentDraft | undefined): void {
  const next = new Map(drafts.value);
  if (draft === undefined) next.delete(name);
  else next.set(name, draft);
  drafts.value = next;
}

/** Runs and completion use the variables of the active environment. */
export async function activate(name: string): Promise<void> {
  await attempt(async () => {
    await activateEnvironment(name);
    await Promise.all([loadWorkspace(), loadEnvironments()]);
  });
}

/** True if it was created. */
export async function createEnvironment(name: string): Promise<boolean> {
  return changed(() => writeEnvironment(name, {}, {}), `Created ${name}.`);
}

/** Stores the draft, unless the config file has other values by now; then the view shows the difference. */
export async function saveDraft(environment: Environment): Promise<void> {
  const { name } = environment;
  const { base, rows } = draftOf(environment);
  const values = valuesOf(rows);
  const isSaved = await changed(async () => {
    const saved = await writeEnvironment(name, values, base);
    environments.value = environments.value.map((each) => (each.name === name ? saved : each));
    // What was typed while it was being saved stays a draft.
    if (draftOf(environment).rows === rows) discardDraft(name);
    else setDraft(name, { base: saved.variables, rows: draftOf(environment).rows });
  }, `Saved ${name}.`);
  if (!isSaved) await loadEnvironments();
}

/** True if it was renamed; a draft goes along. */
export async function rename(name: string, newName: string): Promise<boolean> {
  const draft = drafts.value.get(name);
  const isRenamed = await changed(() => renameEnvironment(name, newName), `Renamed to ${newName}.`);
  if (isRenamed && draft !== undefined) {
    discardDraft(name);
    setDraft(newName, draft);
  }
  return isRenamed;
}

/** True if it was deleted. */
export async function remove(name: string): Promise<boolean> {
  const isRemoved = await changed(() => removeEnvironment(name), `Deleted ${name}.`);
  if (isRemoved) discardDraft(name);
  return isRemoved;
}

async function changed(change: () => Promise<unknown>, done: string): Promise<boolean> {
  const isDone = await attempt(async () => {
    try {
      await change();
    } catch (error) {
      // The view shows what has changed, which says more than the message.
      if (error instanceof ApiError && error.message.startsWith('environment was changed')) return false;
      throw error;
    }
    return true;
  });
  if (isDone !== true) return false;
  notify('done', done);
  await Promise.all([loadEnvironments(), loadWorkspace()]);
  return true;
}
