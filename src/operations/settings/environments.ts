import { ServiceError } from '../../errors.js';
import { compareBytes } from '../../workspace/paths/byte-order.js';
import { FORBIDDEN_KEYS } from '../../workspace/config/yaml-data.js';
import type { Configuration } from './configuration.js';
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
  /** Replaces all variables; creates the environment and the config file when absent. */
  put(name: string, variables: Readonly<Record<string, unknown>>): Promise<Environment>;
}

export interface EnvironmentOptions {
  readonly configuration: Configuration;
  /** The environment that the operator chose to be active first. */
  readonly first: string | undefined;
  readonly onActivated: (name: string) => void;
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
    put: async (name, variables) => {
      checkNames(name, variables);
      const config = await configuration.edit(() => [{ path: ['environments', name], value: variables }]);
      return { name, variables: config.environments?.[name] ?? {} };
    },
  };
}

/** The path of the route to the active environment. */
const RESERVED = 'active';
const ENVIRONMENT_NAME = /^[^/\u0000-\u001f\u007f-\u009f]{1,128}$/u;
const VARIABLE_NAME = /^[\p{L}\p{N}_.-]+$/u;

async function firstActive({ configuration, first, onWarning }: EnvironmentOptions): Promise<string> {
  // The operator was already warned when the file is invalid.
  const { config } = await configuration.current().catch(() => ({ config: {} }));
  const { name, warnings } = chooseEnvironment(first, config);
  for (const warning of warnings) onWarning(warning);
  return name;
}

function checkNames(name: string, variables: Environment['variables']): void {
  if (!ENVIRONMENT_NAME.test(name) || name === RESERVED || FORBIDDEN_KEYS.has(name)) {
    throw new ServiceError('usage', `invalid environment name: ${name}`);
  }
  const bad = Object.keys(variables).find((each) => !VARIABLE_NAME.test(each) || FORBIDDEN_KEYS.has(each));
  if (bad !== undefined) throw new ServiceError('usage', `invalid variable name: ${bad}`);
}
