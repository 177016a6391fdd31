/** The constraints that the assertions of a request put on the values of its response. */
import type { EvaluationLimits } from '../../evaluation/bounded/limits.js';
import { compileOperator, passes, type CompiledOperation } from '../../evaluation/compile-assertion.js';
import { resolveAssertion, type ResolvedAssertion } from '../../evaluation/check-assertion.js';
import type { Expected } from '../../evaluation/operators/expected.js';
import type { SchemaLoader } from '../../evaluation/json-schema/references/load-schema.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import { VariableFailure } from '../../evaluation/variables/variable-failure.js';
import type { Assertion } from '../../request-file/model/model.js';
import type { Subject } from '../../request-file/expressions/parse-subject.js';

/** Yields to the event loop from time to time, so that an abort signal and other work of the thread get through. */
export type YieldIfDue = () => Promise<void> | undefined;

export interface Constraint {
  readonly subject: Subject;
  /** The canonical name. */
  readonly operator: string;
  readonly operation: CompiledOperation;
  readonly expected: Expected;
  /** The index of the assertion. */
  readonly order: number;
  /** Used when values are checked against it. */
  readonly limits: EvaluationLimits;
  readonly yieldIfDue: YieldIfDue;
  /** Values that fit the place where the value is used, the best first. */
  readonly preferred?: readonly string[];
  /** Set for an assertion with a schema, once that has been loaded. */
  readonly schema?: ConstraintSchema;
}

interface ConstraintSchema {
  readonly load: SchemaLoader;
  /** Undefined when no sample could be created. */
  readonly sample: { readonly value: unknown } | undefined;
}

/** Adds a sample value to each constraint with a schema. */
export async function withSamples(
  constraints: readonly Constraint[],
  load: SchemaLoader,
): Promise<readonly Constraint[]> {
  if (!constraints.some(({ operator }) => operator === 'schema')) return constraints;
  const { sampleOfSchema } = await import('../sampling/sample-schema.js');
  const all: Constraint[] = [];
  for (const constraint of constraints) {
    const { operator, expected, limits } = constraint;
    if (operator !== 'schema') all.push(constraint);
    else
      all.push({
        ...constraint,
        schema: { load, sample: await sampleOfSchema(expected.text, load, limits) },
      });
  }
  return all;
}

/** In the order of the assertions. A value that is not known before the request runs only has to exist. */
export function readConstraints(
  assertions: readonly Assertion[],
  scope: Scope,
  limits: EvaluationLimits,
  yieldIfDue: YieldIfDue,
): Constraint[] {
  return assertions.map((assertion, order) => {
    const resolved = tryResolve(assertion, scope);
    const { compiled, expected } =
      resolved && !resolved.isLate ? resolved : resolveAssertion(existenceOf(assertion), scope);
    const { subject, operation } = compiled;
    const operator = SAME_VALUE[operation.operator.name] ?? operation.operator.name;
    return { subject, operator, operation, expected, order, limits, yieldIfDue };
  });
}

/** Operators whose values are made like those of another one; they are still checked as they are. */
const SAME_VALUE: Readonly<Record<string, string>> = { strictEquals: 'equals', truthy: 'exists' };

/** A value that something else reads has to exist. Its constraints come after those of the assertions. */
export function readNeeds(
  needs: readonly (Pick<Constraint, 'subject'> & { readonly preferred: readonly string[] })[],
  after: number,
  scope: Scope,
  limits: EvaluationLimits,
  yieldIfDue: YieldIfDue,
): Constraint[] {
  const operation = compileOperator({ operator: 'exists', expected: null, raw: '' });
  const expected = operation.resolve(scope);
  return needs.map(({ subject, preferred }, index) => {
    const order = after + index;
    return { subject, operator: 'exists', operation, expected, order, limits, yieldIfDue, preferred };
  });
}

/** Undefined when its value comes from another request. */
export function tryResolve(assertion: Assertion, scope: Scope): ResolvedAssertion | undefined {
  try {
    return resolveAssertion(assertion, scope);
  } catch (error) {
    if (error instanceof VariableFailure) return undefined;
    throw error;
  }
}

/** A value that is compared with an unknown number has to be one too. */
function existenceOf({ subject, line, operator }: Assertion): Assertion {
  if (NUMERIC_OPERATORS.has(operator)) {
    return { subject, line, operator: 'type', expected: 'number', raw: 'number' };
  }
  return { subject, line, operator: 'exists', expected: null, raw: '' };
}

export const NUMERIC_OPERATORS: ReadonlySet<string> = new Set([
  'greaterThan',
  'greaterOrEqual',
  'lessThan',
  'lessOrEqual',
  'between',
  'approx',
]);

/** Constraints that need an external file count as satisfied. */
async function isSatisfied(value: unknown, constraint: Constraint): Promise<boolean> {
  const { operation, expected, schema, limits, yieldIfDue } = constraint;
  if (EXTERNAL_OPERATORS.has(operation.operator.name) && !schema?.sample) return true;
  const { rule } = operation;
  const yielded = yieldIfDue();
  if (yielded) await yielded;
  limits.signal?.throwIfAborted();
  return passes(
    await rule.check(value, expected, { ...NO_CONTEXT, schema: schema?.load, limits }),
    rule.negated,
  );
}

export async function satisfiesAll<W extends Constraint>(
  constraints: readonly W[],
  valueFor: (constraint: W) => unknown,
): Promise<boolean> {
  for (const constraint of constraints)
    if (!(await isSatisfied(valueFor(constraint), constraint))) return false;
  return true;
}

/** Operators that hold when there is no value. */
export const HOLDS_WITHOUT_VALUE: ReadonlySet<string> = new Set([
  'notExists',
  'notEquals',
  'notStrictEquals',
  'notIn',
  'absent',
  'notTruthy',
]);

const EXTERNAL_OPERATORS: ReadonlySet<string> = new Set(['schema', 'notSchema', 'snapshot']);

const NO_CONTEXT = {
  isHeaders: false,
  isMatches: false,
  schema: undefined,
  snapshot: undefined,
};

/** The first candidate that satisfies every constraint, else the one that satisfies most. */
export async function bestMatch<T>(
  candidates: Iterable<T>,
  constraints: readonly Constraint[],
): Promise<T | undefined> {
  let best: T | undefined;
  let most = -1;
  for (const candidate of candidates) {
    let count = 0;
    for (const constraint of constraints) if (await isSatisfied(candidate, constraint)) count += 1;
    if (count === constraints.length) return candidate;
    if (count > most) {
      best = candidate;
      most = count;
    }
  }
  return best;
}
