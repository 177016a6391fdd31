/** Joins what several environment files give to the same request file. */
import type { ClientEnvFile, ClientVariables } from './client-env-file.js';

/** The files that count for one request file. */
export interface OrderedFiles {
  /** Named by the operator, the strongest last. */
  readonly named: readonly ClientEnvFile[];
  /** Of the folder of the request file and those above, the strongest first. */
  readonly folders: readonly ClientEnvFile[];
  /** Settings of editors, the strongest first. */
  readonly settings: readonly ClientEnvFile[];
}

export interface MergedEnvironment {
  readonly values: ReadonlyMap<string, unknown>;
  readonly shared: ReadonlyMap<string, unknown>;
  /** The variables that a private file gives. */
  readonly privateNames: ReadonlySet<string>;
  readonly stores: ReadonlyMap<string, string>;
  readonly auth: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

const NO_VARIABLES: ClientVariables = { values: new Map(), stores: new Map(), auth: new Map() };

interface Layer {
  readonly variables: ClientVariables;
  readonly isPrivate: boolean;
}

export function mergeEnvironment(files: OrderedFiles, name: string): MergedEnvironment {
  const named = files.named.toReversed();
  const own = (file: ClientEnvFile): Layer => ({
    variables: file.environments.get(name) ?? NO_VARIABLES,
    isPrivate: file.isPrivate,
  });
  const shared = ({ shared: variables, isPrivate }: ClientEnvFile): Layer => ({ variables, isPrivate });
  const used = [...named, ...files.folders];
  const sharedLayers = [...used.map(shared), ...files.settings.map(shared)];
  const layers = [
    ...used.map(own),
    ...used.map(shared),
    ...files.settings.map(own),
    ...files.settings.map(shared),
  ];
  return { ...joinLayers(layers), shared: joinLayers(sharedLayers).values };
}

/** The strongest layer that has a name decides, also when it only names a secret store. */
function joinLayers(layers: readonly Layer[]): Omit<MergedEnvironment, 'shared'> {
  const values = new Map<string, unknown>();
  const stores = new Map<string, string>();
  const privateNames = new Set<string>();
  const auth = new Map<string, Readonly<Record<string, unknown>>>();
  for (const { variables, isPrivate } of layers) {
    for (const [name, value] of variables.values) {
      if (values.has(name) || stores.has(name)) continue;
      values.set(name, value);
      if (isPrivate) privateNames.add(name);
    }
    for (const [name, store] of variables.stores) {
      if (!values.has(name) && !stores.has(name)) stores.set(name, store);
    }
    // A private file often has only the secret part of the settings that a public one describes.
    for (const [id, fields] of variables.auth) auth.set(id, { ...fields, ...auth.get(id) });
  }
  return { values, stores, privateNames, auth };
}

/** A variable that a private and a public file of the same folders give differently. */
export interface ShadowedVariable {
  readonly name: string;
  readonly hidden: string;
  readonly by: string;
}

/** Looks at every environment, since a run may choose any; a nearer folder hides nothing that is worth a word. */
export function findShadowed({ folders }: Pick<OrderedFiles, 'folders'>): readonly ShadowedVariable[] {
  const found = new Map<string, ShadowedVariable>();
  const hiding = folders.filter(({ isPrivate }) => isPrivate);
  const open = folders.filter(({ isPrivate }) => !isPrivate);
  for (const { shown: by, environments } of hiding) {
    for (const [environment, { values }] of environments) {
      for (const { shown: hidden, environments: others } of open.filter((file) => isBeside(file.shown, by))) {
        const given = others.get(environment)?.values;
        for (const [name, value] of values) {
          if (given?.has(name) && !isSame(given.get(name), value))
            found.set(`${name}\n${hidden}\n${by}`, { name, hidden, by });
        }
      }
    }
  }
  return [...found.values()];
}

function isBeside(one: string, other: string): boolean {
  return one.slice(0, one.lastIndexOf('/') + 1) === other.slice(0, other.lastIndexOf('/') + 1);
}

function isSame(one: unknown, other: unknown): boolean {
  const text = (value: unknown): string =>
    JSON.stringify(value, (_key, member: unknown) => (typeof member === 'bigint' ? `${member}n` : member));
  return text(one) === text(other);
}
