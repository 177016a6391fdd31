/** The environments of a Bruno collection: a service.yaml, or variables of the file. */
import type { ConvertOptions, ExtraFile, Loss } from '../converted.js';
import { CONFIG_NAME } from '../config-name.js';
import { configText } from '../config-text.js';
import type { VariableDraft } from '../import-draft.js';
import { variableName } from '../import-names.js';
import type { BrunoEntry, BrunoEnvironment } from './bruno-item.js';
import { BrunoTemplates } from './bruno-template.js';

export interface ConvertedEnvironments {
  readonly extras: readonly ExtraFile[];
  /** The variables of every file. */
  readonly variables: readonly VariableDraft[];
  /** Names that the service.yaml has. */
  readonly supplied: ReadonlySet<string>;
  /** All names of all environments; constants of the collection must not hide them. */
  readonly names: ReadonlySet<string>;
  /** The secret names that no service.yaml lists. */
  readonly needs: readonly string[];
  readonly losses: readonly Loss[];
}

/** `defaults` are variables of the collection, which an environment of the same name replaces. */
export function convertEnvironments(
  environments: readonly BrunoEnvironment[],
  defaults: readonly BrunoEntry[],
  set: ReadonlySet<string>,
  options: ConvertOptions,
): ConvertedEnvironments {
  const templates = new BrunoTemplates(set);
  const sorted = environments.toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
  const names = new Set(sorted.flatMap(({ variables }) => enabledNames(variables)));
  const secrets = sorted.flatMap((each) => each.secrets);
  const all = sorted.map((environment) => ({
    name: environment.name,
    variables: valuesOf(environment.variables, defaults, names, templates),
  }));
  const secretLosses = (): Loss[] =>
    [...templates.lost].map((name) => ({ path: 'environments', reason: `{{${name}}} has no counterpart` }));
  const none = { extras: [], variables: [], supplied: new Set<string>(), names, needs: [] };
  if (sorted.length === 0) return { ...none, losses: [] };
  if (options.config === 'write') {
    const content = configText(all, secrets, 'bruno');
    const supplied = new Set(all.flatMap(({ variables }) => [...variables.keys()]));
    return { ...none, extras: [{ path: CONFIG_NAME, content }], supplied, losses: secretLosses() };
  }
  const lost = (environment: BrunoEnvironment, why: string): Loss => ({
    path: environment.file,
    reason: `the environment ${environment.name} is left out: ${why}`,
  });
  const variables = [...(all[0]?.variables ?? [])].map(([name, value]) => ({ name, value }));
  const why = 'a file has the variables of one only; write to a directory to keep all';
  return {
    ...none,
    variables,
    needs: sorted[0]?.secrets ?? [],
    losses: [...sorted.slice(1).map((each) => lost(each, why)), ...secretLosses()],
  };
}

function enabledNames(variables: readonly BrunoEntry[]): string[] {
  return variables.flatMap(({ name, enabled }) => (enabled && name !== '' ? [variableName(name)] : []));
}

function valuesOf(
  variables: readonly BrunoEntry[],
  defaults: readonly BrunoEntry[],
  names: ReadonlySet<string>,
  { read }: BrunoTemplates,
): Map<string, string> {
  const values = new Map<string, string>();
  for (const { name, value, enabled } of [...defaults, ...variables])
    if (enabled && names.has(variableName(name))) values.set(variableName(name), read(value));
  return values;
}
