import { compileOperation } from '../evaluation/compile-assertion.js';
import type { Scope } from '../evaluation/scope.js';
import type { Json } from '../request-file/model.js';
import { LENGTH_FORMS } from '../request-file/operators.js';
import { readPath, type PathStep } from '../request-file/parse-path.js';
import type { Subject } from '../request-file/parse-subject.js';
import type { Wish } from './wish.js';

/** A wish for a value inside a JSON body. */
export interface PathWish extends Wish {
  readonly steps: readonly PathStep[];
  /** It holds for every value that the path leads to, not for the list of them. */
  readonly perElement: boolean;
  /** `items.length == 3`, said of `items`. */
  readonly asLength: Wish | undefined;
}

/** Undefined when the subject looks elsewhere, or is no plain path. */
export function pathWish(wish: Wish, scope: Scope): PathWish | undefined {
  const steps = bodySteps(wish.subject);
  if (!steps || (wish.operation.rule.onText && steps.length === 0)) return undefined;
  if (wish.operator === 'each') {
    const isMany = steps.some(({ kind }) => kind === 'all');
    const { operator, expected } = wish.expected.reported as { operator: string; expected: Json };
    const inner = withOperator(wish, operator, expected, scope);
    return {
      ...inner,
      steps: isMany ? steps : [...steps, { kind: 'all' }],
      perElement: true,
      asLength: undefined,
    };
  }
  return { ...wish, steps, perElement: false, asLength: lengthWish(wish, steps, scope) };
}

function bodySteps(subject: Subject): readonly PathStep[] | undefined {
  if (subject.kind !== 'body' && subject.kind !== 'jsonpath') return undefined;
  const reading = readPath(subject.kind === 'body' ? subject.path : subject.expression);
  return reading.ok ? reading.steps : undefined;
}

function lengthWish(wish: Wish, steps: readonly PathStep[], scope: Scope): Wish | undefined {
  const last = steps.at(-1);
  const form = LENGTH_FORMS[wish.operator];
  const { value } = wish.expected;
  if (last?.kind !== 'key' || last.key !== 'length' || form === undefined) return undefined;
  if (wish.subject.kind !== 'body' || typeof value !== 'number') return undefined;
  return withOperator(wish, form, value, scope);
}

function withOperator(wish: Wish, operator: string, expected: Json, scope: Scope): Wish {
  const operation = compileOperation({ operator, expected });
  return { ...wish, operator, operation, expected: operation.resolve(scope) };
}
