import { compileOperation } from '../../evaluation/compile-assertion.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import type { Json } from '../../request-file/model/model.js';
import { LENGTH_FORMS } from '../../request-file/text/operators.js';
import { readPath, type PathStep } from '../../request-file/expressions/parse-path.js';
import type { Subject } from '../../request-file/expressions/parse-subject.js';
import type { Constraint } from './constraint.js';

/** A constraint for a value inside a JSON body. */
export interface PathConstraint extends Constraint {
  readonly steps: readonly PathStep[];
  /** It holds for every value that the path leads to, not for the list of them. */
  readonly perElement: boolean;
  /** `items.length == 3`, said of `items`. */
  readonly asLength: Constraint | undefined;
}

/** Undefined when the subject looks elsewhere, or is no plain path. */
export function pathConstraint(constraint: Constraint, scope: Scope): PathConstraint | undefined {
  const steps = bodySteps(constraint.subject);
  if (!steps || (constraint.operation.rule.onText && steps.length === 0)) return undefined;
  if (constraint.operator === 'each') {
    const isMany = steps.some(({ kind }) => kind === 'all');
    const { operator, expected } = constraint.expected.reported as { operator: string; expected: Json };
    const inner = withOperator(constraint, operator, expected, scope);
    return {
      ...inner,
      steps: isMany ? steps : [...steps, { kind: 'all' }],
      perElement: true,
      asLength: undefined,
    };
  }
  return { ...constraint, steps, perElement: false, asLength: lengthConstraint(constraint, steps, scope) };
}

function bodySteps(subject: Subject): readonly PathStep[] | undefined {
  if (subject.kind !== 'body' && subject.kind !== 'jsonpath') return undefined;
  const reading = readPath(subject.kind === 'body' ? subject.path : subject.expression);
  return reading.ok ? reading.steps : undefined;
}

function lengthConstraint(
  constraint: Constraint,
  steps: readonly PathStep[],
  scope: Scope,
): Constraint | undefined {
  const last = steps.at(-1);
  const form = LENGTH_FORMS[constraint.operator];
  const { value } = constraint.expected;
  if (last?.kind !== 'key' || last.key !== 'length' || form === undefined) return undefined;
  if (constraint.subject.kind !== 'body' || typeof value !== 'number') return undefined;
  return withOperator(constraint, form, value, scope);
}

function withOperator(constraint: Constraint, operator: string, expected: Json, scope: Scope): Constraint {
  const operation = compileOperation({ operator, expected });
  return { ...constraint, operator, operation, expected: operation.resolve(scope) };
}
