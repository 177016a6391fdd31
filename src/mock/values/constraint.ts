/** What the assertions of a request ask of its answer, value by value. */
import type { EvaluationLimits } from '../../evaluation/bounded/limits.js';
import { passes, type Operation } from '../../evaluation/compile-assertion.js';
import { resolveAssertion } from '../../evaluation/check-assertion.js';
import type { Expected } from '../../evaluation/operators/expected.js';
import type { SchemaLoader } from '../../evaluation/json-schema/load-schema.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import { VariableFailure } from '../../evaluation/variables/variable-failure.js';
import type { Assertion } from '../../request-file/model/model.js';
import type { Subject } from '../../request-file/expressions/parse-subject.js';

/** Gives way to others now and then: a signal that is to end the planning, or what else the thread does. */
export type Pause = () => Promise<void> | undefined;

export interface Constraint {
  readonly subject: Subject;
  /** Canonical. */
  readonly operator: string;
  readonly operation: Operation;
  readonly expected: Expected;
  /** Place among the assertions. */
  readonly order: number;
  /** For whoever holds values against it. */
  readonly limits: EvaluationLimits;
  readonly pause: Pause;
  /** Of an assertion with a schema, once that has been looked at. */
  readonly schema?: ConstraintSchema;
}

interface ConstraintSchema {
  readonly load: SchemaLoader;
  /** Undefined when none could be made. */
  readonly sample: { readonly value: unknown } | undefined;
}

/** With a value for each schema, which only its file can tell. */
export async function withSamples(
  constraints: readonly Constraint[],
  load: SchemaLoader,
): Promise<readonly Constraint[]> {
  if (!constraints.some(({ operator }) => operator === 'schema')) return constraints;
  const { sampleOfSchema } = await import('../sampling/sample-schema.js');
  const all: Constraint[] = [];
  for (const constraint of constraints) {
    if (constraint.operator !== 'schema') all.push(constraint);
    else
      all.push({
        ...constraint,
        schema: { load, sample: await sampleOfSchema(constraint.expected.text, load, constraint.limits) },
      });
  }
  return all;
}

/** In the order of the assertions. A value that is not known before the request runs only has to exist. */
export function readConstraints(
  assertions: readonly Assertion[],
  scope: Scope,
  limits: EvaluationLimits,
  pause: Pause,
): Constraint[] {
  return assertions.map((assertion, order) => {
    const { compiled, expected } = resolved(assertion, scope) ?? resolveAssertion(existing(assertion), scope);
    const { subject, operation } = compiled;
    return { subject, operator: operation.operator.name, operation, expected, order, limits, pause };
  });
}

function resolved(assertion: Assertion, scope: Scope): ReturnType<typeof resolveAssertion> | undefined {
  try {
    return resolveAssertion(assertion, scope);
  } catch (error) {
    if (error instanceof VariableFailure) return undefined;
    throw error;
  }
}

function existing({ subject, line }: Assertion): Assertion {
  return { subject, line, operator: 'exists', expected: null, raw: '' };
}

/** What only a file outside could tell counts as satisfied. */
async function isSatisfied(value: unknown, constraint: Constraint): Promise<boolean> {
  const { operation, expected, schema, limits, pause } = constraint;
  if (OUTSIDE.has(operation.operator.name) && !schema?.sample) return true;
  const { rule } = operation;
  const others = pause();
  if (others) await others;
  limits.signal?.throwIfAborted();
  return passes(
    await rule.check(value, expected, { ...NO_SURROUNDINGS, schema: schema?.load, limits }),
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

const OUTSIDE: ReadonlySet<string> = new Set(['schema', 'notSchema', 'snapshot']);

const NO_SURROUNDINGS = {
  isHeaders: false,
  isMatches: false,
  schema: undefined,
  snapshot: undefined,
};

/** The first candidate that satisfies every constraint, else the one that satisfies most. */
export async function bestMatch(
  candidates: Iterable<unknown>,
  constraints: readonly Constraint[],
): Promise<unknown> {
  let best: unknown;
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
