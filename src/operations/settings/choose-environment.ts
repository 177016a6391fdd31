import { ServiceError } from '../../errors.js';
import { nearest } from '../../primitives/near-names.js';
import { CONFIG_KEYS, type Config } from '../../workspace/config/config.js';

export interface EnvironmentChoice {
  readonly name: string;
  /** The addition to messages about missing variables. */
  readonly problem: string | undefined;
  readonly warnings: readonly string[];
  /** Says which environment was chosen though nobody named it. */
  readonly notes: readonly string[];
}

/**
 * Chooses the named environment, else the default of the config, else `dev`; an undefined one has no variables. When
 * nobody names one, `dev` is not defined and files of other clients define a single one, that one is meant.
 * `clientNames` has their environments, each with the file that defines it.
 */
export function chooseEnvironment(
  named: string | undefined,
  config: Config,
  clientNames: ReadonlyMap<string, string> = NO_NAMES,
): EnvironmentChoice {
  const { defaultEnvironment, environments = {} } = config;
  const name = named ?? defaultEnvironment ?? CONFIG_KEYS.defaultEnvironment.default;
  if (Object.hasOwn(environments, name) || clientNames.has(name)) return chosen(name);
  const defined = [...new Set([...Object.keys(environments), ...clientNames.keys()])];
  const isMeant = (named ?? defaultEnvironment) !== undefined;
  const [only, ...others] = clientNames;
  if (!isMeant && only !== undefined && others.length === 0)
    return { ...chosen(only[0]), notes: [`using environment "${only[0]}" of ${only[1]}`] };
  const problem = isMeant || defined.length > 0 ? `environment "${name}" is not defined` : undefined;
  if (!isMeant || defined.length === 0) return { ...chosen(name), problem };
  const [near] = nearest(name, defined, 1);
  const meant = near === undefined ? '.' : `; did you mean "${near}"?`;
  return { name, problem, warnings: [`${problem}${meant} Defined: ${defined.join(', ')}`], notes: [] };
}

/**
 * For commands that send requests: refuses a name that is not defined while others are. `named` is the name of the call,
 * `atDefault` puts the place of the config's own before a message. Returns what to warn of.
 */
export function requireEnvironment(
  { name, problem, warnings }: EnvironmentChoice,
  named: string | undefined,
  { defaultEnvironment }: Config,
  atDefault: (message: string) => string,
): readonly string[] {
  const [refusal] = warnings;
  if (refusal !== undefined)
    throw named === undefined
      ? new ServiceError('input', atDefault(refusal))
      : new ServiceError('usage', refusal);
  const isMeant = (named ?? defaultEnvironment) === name;
  return isMeant && problem !== undefined ? [`${problem}: no environment is defined`] : [];
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

function chosen(name: string): EnvironmentChoice {
  return { name, problem: undefined, warnings: [], notes: [] };
}
