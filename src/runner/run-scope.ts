import { CaptureStore } from '../evaluation/captures.js';
import { createScope, type Scope, type ScopeSources } from '../evaluation/scope.js';
import type { RunContext } from './run-context.js';

/** Where placeholders of a run find their values; `own` is what one file adds to it. */
export function createRunScope(
  { options, input, secrets, secretNames }: RunContext,
  own: Partial<Pick<ScopeSources, 'variables' | 'captures' | 'capturedBy'>> = {},
): Scope {
  const { overrides, operatorVariables, environment, environmentProblem, dotenv } = options;
  return createScope({
    overrides,
    operator: operatorVariables,
    environment,
    ...(environmentProblem !== undefined && { environmentProblem }),
    dotenv,
    process: input.process,
    processReadable: true,
    memo: new Map(),
    clock: input.clock,
    random: input.random,
    secretNames,
    onSecret: (_name, value) => secrets.add(value),
    ...own,
    variables: own.variables ?? [],
    captures: own.captures ?? new CaptureStore(),
  });
}
