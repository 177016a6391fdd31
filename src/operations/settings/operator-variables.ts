import { ServiceError } from '../../errors.js';
import { carriedSecrets } from '../../http/auth/carried-token.js';

/** A variable set by the operator of a run; without a value, an existing variable is marked as secret. */
export interface Definition {
  readonly name: string;
  readonly value: string | undefined;
}

export interface OperatorInput {
  /** The values of `--variable`; those of `--secret` follow. */
  readonly variables?: readonly Definition[];
  readonly secrets?: readonly Definition[];
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
}

export interface OperatorValues {
  readonly variables: Readonly<Record<string, string>>;
  readonly secretNames: readonly string[];
  readonly secretValues: readonly string[];
}

/** Flags override environment variables, and secrets override plain variables with the same name. */
export function resolveOperatorValues({
  variables = [],
  secrets = [],
  process,
}: OperatorInput): OperatorValues {
  const values = new Map<string, string>();
  const secretNames = new Set<string>();
  const secretValues = new Set<string>(carriedSecrets(process));
  const define = (definitions: readonly Definition[], secret: boolean): void => {
    for (const { name, value } of definitions) {
      if (name === '')
        throw new ServiceError('usage', `--${secret ? 'secret' : 'variable'} needs a name: name=value`);
      if (value !== undefined) values.set(name, value);
      if (secret) secretNames.add(name);
      if (secret && value !== undefined) secretValues.add(value);
    }
  };
  define(fromProcess('SVC_VARIABLE_', process), false);
  define(fromProcess('SVC_SECRET_', process), true);
  define(variables, false);
  define(secrets, true);
  return {
    variables: Object.fromEntries(values),
    secretNames: [...secretNames],
    secretValues: [...secretValues],
  };
}

/** An empty variable counts as unset. */
function fromProcess(prefix: string, process: OperatorInput['process']): Definition[] {
  return Object.entries(process).flatMap(([key, value]) => {
    const name = key.startsWith(prefix) ? key.slice(prefix.length) : '';
    return name === '' || value === undefined || value === '' ? [] : [{ name, value }];
  });
}
