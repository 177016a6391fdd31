/** A request that cannot be built because of a placeholder; no message shows a value. */
import { nearest } from '../../primitives/near-names.js';
import { nearFunctions } from '../../request-file/text/function-names.js';
import { ServiceError } from '../../errors.js';

export class VariableFailure extends ServiceError {
  readonly errorKind = 'variable';

  /** The variable without a value; undefined when something else is wrong. */
  readonly unresolved: string | undefined;

  constructor(message: string, unresolved?: string) {
    super('input', message);
    this.unresolved = unresolved;
  }
}

/** A secret that a program should print has no value. */
export class SecretFailure extends VariableFailure {
  readonly secret: string;

  constructor(secret: string, message: string) {
    super(message);
    this.secret = secret;
  }
}

/** The program has not been asked yet; who can wait asks it and resolves the text again. */
export class PendingSecret extends SecretFailure {
  constructor(secret: string) {
    super(secret, `secret "${secret}" comes from a command, which is not run here`);
  }
}

export interface UnresolvedContext {
  /** The message for an environment that is not defined. */
  readonly environmentProblem: string | undefined;
  /** The names that have a value, for suggestions. */
  readonly names: Iterable<string>;
  /** A request that captures the name but is not a visible dependency. */
  readonly capturedBy: string | undefined;
  /** The secret store of another client that has the value. */
  readonly store?: string | undefined;
  /** Whether `@prompt` asks for the value. */
  readonly isPrompted?: boolean;
}

export function unresolvedName(name: string, context: UnresolvedContext): VariableFailure {
  const { environmentProblem, names, capturedBy, store, isPrompted } = context;
  if (isPrompted)
    return new VariableFailure(
      `variable "${name}" has no value: it needs a terminal or --variable ${name}=…`,
    );
  if (store !== undefined)
    return new VariableFailure(
      `variable "${name}" comes from the secret store "${store}", which svc does not read; give it with --secret`,
    );
  const near = nearVariables(name, new Set(names));
  return new VariableFailure(
    `variable "${name}" has no value` +
      (environmentProblem === undefined ? '' : ` (${environmentProblem})`) +
      (near.length === 0 ? '' : `; near names: ${near.join(', ')}`) +
      (capturedBy === undefined
        ? ''
        : `; request "${capturedBy}" captures it: add "# @depends ${capturedBy}"`),
    name,
  );
}

/** `code` may mean `row.code` or `login.code`; such names come before those that are spelt alike. */
function nearVariables(name: string, names: ReadonlySet<string>): string[] {
  const qualified = [...names].filter((candidate) => candidate.endsWith(`.${name}`));
  return [...new Set([...qualified, ...nearest(name, names)])].slice(0, 3);
}

export function unknownFunction(name: string): VariableFailure {
  const near = nearFunctions(name);
  return new VariableFailure(
    `unknown function "${name}"${near.length === 0 ? '' : `; near names: ${near.join(', ')}`}`,
  );
}

export function variableCycle(chain: readonly string[], name: string): VariableFailure {
  const cycle = [...chain.slice(chain.indexOf(name)), name];
  return new VariableFailure(`variable cycle: ${cycle.join(' → ')}`);
}

export function nestedTooDeeply(chain: readonly string[], maxDepth: number): VariableFailure {
  return new VariableFailure(`variables are nested deeper than ${maxDepth}: ${chain.join(' → ')}`);
}
