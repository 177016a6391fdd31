import { nearest } from '../../primitives/near-names.js';
import { CONFIG_KEYS, type Config } from '../../workspace/config/config.js';

export interface EnvironmentChoice {
  readonly name: string;
  /** As messages about missing variables say it. */
  readonly problem: string | undefined;
  readonly warnings: readonly string[];
}

/** The one that was named, else that of the config, else `dev`; an undefined one is empty (language.md 2.6). */
export function chooseEnvironment(named: string | undefined, config: Config): EnvironmentChoice {
  const { defaultEnvironment, environments = {} } = config;
  const name = named ?? defaultEnvironment ?? CONFIG_KEYS.defaultEnvironment.default;
  if (Object.hasOwn(environments, name)) return { name, problem: undefined, warnings: [] };
  const defined = Object.keys(environments);
  const isMeant = (named ?? defaultEnvironment) !== undefined;
  const problem = isMeant || defined.length > 0 ? `environment "${name}" is not defined` : undefined;
  if (!isMeant || defined.length === 0) return { name, problem, warnings: [] };
  const [near] = nearest(name, defined, 1);
  const meant = near === undefined ? '' : `; did you mean "${near}"?`;
  return { name, problem, warnings: [`${problem}${meant} (defined: ${defined.join(', ')})`] };
}
