import { CaptureStore } from '../evaluation/variables/captures.js';
import { Scope, type ScopeSources } from '../evaluation/variables/scope.js';
import type { Run } from './run.js';

/** The scope of a run; `own` holds the sources that one file adds. */
export function createRunScope(
  { options, process, wallClock, random, secrets, secretNames, commandSecrets, globals }: Run,
  own: Partial<
    Pick<ScopeSources, 'variables' | 'captures' | 'capturedBy' | 'client' | 'isPrompted' | 'token'>
  > = {},
): Scope {
  const { overrides, operatorVariables, environment, environmentProblem, dotenv } = options;
  return new Scope({
    overrides,
    operator: operatorVariables,
    environment: own.client?.environment ?? environment,
    ...(environmentProblem !== undefined && { environmentProblem }),
    commandSecrets,
    dotenv,
    process,
    processReadable: true,
    globals,
    memo: new Map(),
    clock: wallClock,
    random,
    secretNames,
    onSecret: (_name, value) => secrets.add(value),
    ...own,
    variables: own.variables ?? [],
    captures: own.captures ?? new CaptureStore(),
  });
}
