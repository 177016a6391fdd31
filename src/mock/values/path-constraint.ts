import { compileOperator } from '../../evaluation/compile-assertion.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import type { Json } from '../../request-file/model/model.js';
import { LENGTH_FORMS } from '../../request-file/text/operators.js';
import { readPath, type PathStep } from '../../request-file/expressions/parse-path.js';
import type { Subject } from '../../request-file/expressions/parse-subject.js';
import type { Constraint } from './constraint.js';

/** A constraint for a value inside a JSON body. */
export interface PathConstraint extends Constraint {
  readonly steps: readonly PathStep[];
  /** It applies to every value at the path, not to the list of them. */
  readonly perElement: boolean;
  /** `items.length == 3` as a constraint on `items`. */
  readonly asLength: Constraint | undefined;
}

/** None when the subject is not in the body, or is no path of a kind for which a value can be made. */
export function toPathConstraints(constraint: Constraint, scope: Scope): readonly PathConstraint[] {
  const { subject, operator, operation } = constraint;
  const steps = bodySteps(subject);
  if (steps === undefined) return operator === 'exists' ? selected(constraint, scope) : [];
  return operation.rule.onText && steps.length === 0 ? [] : [onPath(constraint, steps, scope)];
}

function onPath(constraint: Constraint, steps: readonly PathStep[], scope: Scope): PathConstraint {
  if (constraint.operator === 'each') {
    const isMany = steps.some(({ kind }) => kind === 'all');
    const { operator, expected, path = '' } = constraint.expected.reported as ReportedEach;
    const inner = withOperator(constraint, operator, expected, scope);
    const inElement = readPath(path);
    return {
      ...inner,
      steps: [...(isMany ? steps : [...steps, ALL]), ...(inElement.ok ? inElement.steps : [])],
      perElement: true,
      asLength: undefined,
    };
  }
  return { ...constraint, steps, perElement: false, asLength: lengthConstraint(constraint, steps, scope) };
}

interface ReportedEach {
  readonly operator: string;
  readonly expected: Json;
  readonly path?: string;
}

const ALL: PathStep = { kind: 'all' };

const DESCENDANT = /^\$\.\.([A-Za-z_][\w-]*)$/;
const FILTER = /^(.*)\[\?\(?\s*@\.([\w.]+)\s*==\s*("(?:[^"\\]|\\.)*"|'[^'\\"]*'|[\w.-]+)\s*\)?\](.*)$/s;

/** A query whose result only has to exist: for a member at any depth, or of the element with some value. */
function selected(constraint: Constraint, scope: Scope): readonly PathConstraint[] {
  if (constraint.subject.kind !== 'jsonpath') return [];
  const { expression } = constraint.subject;
  const [, anywhere] = DESCENDANT.exec(expression) ?? [];
  if (anywhere !== undefined) return pathsTo(`$.${anywhere}`, constraint, scope);
  const [, list, key, literal = '', rest] = FILTER.exec(expression) ?? [];
  const value = literalValue(literal);
  if (list === undefined || value === undefined) return [];
  const chosen = withOperator(constraint, 'equals', value, scope);
  return [...pathsTo(`${list}[0].${key}`, chosen, scope), ...pathsTo(`${list}[0]${rest}`, constraint, scope)];
}

function pathsTo(path: string, constraint: Constraint, scope: Scope): readonly PathConstraint[] {
  const parsed = readPath(path);
  return parsed.ok ? [onPath(constraint, parsed.steps, scope)] : [];
}

function literalValue(text: string): Json | undefined {
  try {
    return JSON.parse(text.startsWith("'") ? `"${text.slice(1, -1)}"` : text) as Json;
  } catch {
    return undefined;
  }
}

function bodySteps(subject: Subject): readonly PathStep[] | undefined {
  if (subject.kind !== 'body' && subject.kind !== 'jsonpath') return undefined;
  const parsed = readPath(subject.kind === 'body' ? subject.path : subject.expression);
  return parsed.ok ? parsed.steps : undefined;
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
  const operation = compileOperator({ operator, expected });
  return { ...constraint, operator, operation, expected: operation.resolve(scope) };
}
