import { ServiceError } from '../../errors.js';
import { compareBytes } from '../../workspace/paths/byte-order.js';
import { FORBIDDEN_KEYS } from '../../workspace/config/yaml-data.js';
import type { Configuration } from './configuration.js';
import { toJson } from '../../evaluation/values/json.js';
import type { Config } from '../../workspace/config/config.js';
import type { ConfigEdit } from '../../workspace/config/config-edit.js';
import { chooseEnvironment } from './choose-environment.js';

export interface Environment {
  readonly name: string;
  /** The values as written in the config: `${NAME}` is replaced when they are used. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The environments and which of them is active. */
export interface Environments {
  active(): string;
  /** Emits an event even when the environment was already active. */
  activate(name: string): void;
  list(): Promise<readonly Environment[]>;
  one(name: string): Promise<Environment>;
  /**
   * Replaces all variables; creates the environment and the config file when absent. With `base`, the variables that the
   * change starts from, nothing is written when the file has others by now.
   */
  put(name: string, variables: Variables, base?: Variables): Promise<Environment>;
  /** The active environment stays active and the default one the default, under the new name. */
  rename(name: string, newName: string): Promise<Environment>;
  /** Refuses the active environment and the default one. */
  remove(name: string): Promise<void>;
}

type Variables = Environment['variables'];

export interface EnvironmentOptions {
  readonly configuration: Configuration;
  /** The environment that the operator chose to be active first. */
  readonly first: string | undefined;
  readonly onActivated: (name: string) => void;
  /** The environments of files of other clients, each with a file; asked only before a warning. */
  readonly clientNames?: () => Promise<ReadonlyMap<string, string>>;
  /** Called when that environment is not defined. */
  readonly onWarning: (message: string) => void;
}

export async function createEnvironments(options: EnvironmentOptions): Promise<Environments> {
  const { configuration, onActivated } = options;
  let active = await firstActive(options);
  const listed = async (): Promise<Map<string, Environment['variables']>> => {
    const { config } = await configuration.current();
    const environments = new Map(Object.entries(config.environments ?? {}));
    if (!environments.has(active)) environments.set(active, {});
    return environments;
  };
  return {
    active: () => active,
    activate: (name) => {
      if (name === RESERVED) throw new ServiceError('usage', `environment name is reserved: ${name}`);
      active = name;
      onActivated(name);
    },
    list: async () => {
      const environments = [...(await listed())].sort(([a], [b]) => compareBytes(a, b));
      return environments.map(([name, variables]) => ({ name, variables }));
    },
    one: async (name) => {
      const variables = name === RESERVED ? undefined : (await listed()).get(name);
      if (!variables) throw new ServiceError('not-found', `environment not found: ${name}`);
      return { name, variables };
    },
    put: async (name, variables, base) => {
      checkNames(name, variables);
      const config = await configuration.edit(({ environments }) => {
        if (base !== undefined && !isSame(environments?.[name] ?? {}, base))
          throw new ServiceError('conflict', `environment was changed meanwhile: ${name}`);
        return [{ path: ['environments', name], value: variables }];
      });
      return { name, variables: config.environments?.[name] ?? {} };
    },
    rename: async (name, newName) => {
      const config = await configuration.edit((current) => renameEdits(current, { name, newName, active }));
      if (active === name && name !== newName) {
        active = newName;
        onActivated(newName);
      }
      return { name: newName, variables: config.environments?.[newName] ?? {} };
    },
    remove: async (name) => {
      await configuration.edit((config) => {
        if (name === active)
          throw new ServiceError('conflict', `environment is active: ${name}; make another one active first`);
        requireDefined(config, name);
        if (name === config.defaultEnvironment)
          throw new ServiceError(
            'conflict',
            `environment is the default: ${name}; change defaultEnvironment first`,
          );
        return [{ path: ['environments', name] }];
      });
    },
  };
}

interface Renaming {
  readonly name: string;
  readonly newName: string;
  readonly active: string;
}

function renameEdits(config: Config, { name, newName, active }: Renaming): readonly ConfigEdit[] {
  // The active environment exists without being defined, and has no variables then.
  const isDefined = name !== active || Object.hasOwn(config.environments ?? {}, name);
  if (isDefined) requireDefined(config, name);
  checkNames(newName, {});
  if (newName === name) return [];
  if (newName === active || Object.hasOwn(config.environments ?? {}, newName))
    throw new ServiceError('conflict', `environment already exists: ${newName}`);
  const renaming = isDefined
    ? { path: ['environments', name], newName }
    : { path: ['environments', newName], value: {} };
  const isDefault = config.defaultEnvironment === name;
  return isDefault ? [renaming, { path: ['defaultEnvironment'], value: newName }] : [renaming];
}

function requireDefined({ environments = {} }: Config, name: string): void {
  if (!Object.hasOwn(environments, name))
    throw new ServiceError('not-found', `environment not found: ${name}`);
}

/** Compared as JSON, because the file and the client may hold the same number in different forms. */
function isSame(a: Variables, b: Variables): boolean {
  const text = (variables: Variables): string =>
    toJson(Object.entries(variables).sort(([one], [other]) => compareBytes(one, other)));
  return text(a) === text(b);
}

/** The path of the route to the active environment. */
const RESERVED = 'active';
const ENVIRONMENT_NAME = /^[^/\u0000-\u001f\u007f-\u009f]{1,128}$/u;
const VARIABLE_NAME = /^[\p{L}\p{N}_.-]+$/u;

async function firstActive(options: EnvironmentOptions): Promise<string> {
  const { configuration, first, clientNames, onWarning } = options;
  // The operator was already warned when the file is invalid.
  const { config } = await configuration.current().catch(() => ({ config: {} }));
  const { name, warnings } = chooseEnvironment(first, config);
  if (warnings.length === 0) return name;
  for (const warning of chooseEnvironment(name, config, await clientNames?.()).warnings) onWarning(warning);
  return name;
}

function checkNames(name: string, variables: Environment['variables']): void {
  if (!ENVIRONMENT_NAME.test(name) || name === RESERVED || FORBIDDEN_KEYS.has(name)) {
    throw new ServiceError('usage', `invalid environment name: ${name}`);
  }
  const bad = Object.keys(variables).find((each) => !VARIABLE_NAME.test(each) || FORBIDDEN_KEYS.has(each));
  if (bad !== undefined) throw new ServiceError('usage', `invalid variable name: ${bad}`);
}
