import { valueAt } from '../../evaluation/values/body-path.js';
import { toJson } from '../../evaluation/values/json.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import { shapeOf } from '../values/body-shape.js';
import { makeValue } from '../values/make-value.js';
import { pathConstraint, type PathConstraint } from '../values/path-constraint.js';
import { sampleTexts } from '../values/sample-value.js';
import { withoutMarks } from '../values/slot-text.js';
import { satisfiesAll, type Constraint } from '../values/constraint.js';
import { xmlFor } from '../values/xml-body.js';

export interface DerivedBody {
  readonly text: string;
  readonly isJson: boolean;
}

/** An equality of the whole body; else what its parts say; else something that means well. */
export async function deriveBody(constraints: readonly Constraint[], scope: Scope): Promise<DerivedBody> {
  const whole = constraints.find(isWholeEquality);
  if (whole) {
    const { value } = whole.expected;
    return typeof value === 'string' ? { text: value, isJson: false } : json(value);
  }
  const paths = constraints.flatMap((constraint) => pathConstraint(constraint, scope) ?? []);
  const document = paths.length === 0 ? await xmlFor(constraints) : undefined;
  if (document !== undefined) return { text: document, isJson: false };
  const texts = constraints.filter(({ subject, operation }) => isWhole(subject) && operation.rule.onText);
  const built = json(await valueFor(paths));
  if (texts.length === 0 || (await isTextFor(withoutMarks(built.text), texts))) return built;
  if (paths.length > 0) return built;
  for (const text of sampleTexts(texts)) if (await isTextFor(text, texts)) return { text, isJson: false };
  return built;
}

function isWhole(subject: Constraint['subject']): boolean {
  return subject.kind === 'body' && subject.path === '';
}

function isWholeEquality({ subject, operator }: Constraint): boolean {
  return isWhole(subject) && operator === 'equals';
}

function json(value: unknown): DerivedBody {
  return { text: toJson(value, 2), isJson: true };
}

/** When nothing gives the body a shape: the first is what a mock says that knows nothing. */
const SHAPELESS: readonly unknown[] = [{ status: 'ok' }, {}];

async function valueFor(constraints: readonly PathConstraint[]): Promise<unknown> {
  const shape = shapeOf(constraints);
  // What a schema describes is better than what it merely lets pass.
  const isDescribed = shape.constraints.some(({ schema }) => typeof schema?.sample?.value === 'object');
  if (!shape.isFree || isDescribed) return makeValue(shape);
  for (const value of SHAPELESS) if (await isValueFor(value, constraints)) return value;
  return shape.constraints.length > 0 ? makeValue(shape) : SHAPELESS[0];
}

function isValueFor(value: unknown, constraints: readonly PathConstraint[]): Promise<boolean> {
  return satisfiesAll(constraints, ({ steps }) => valueAt(value, steps));
}

function isTextFor(text: string, constraints: readonly Constraint[]): Promise<boolean> {
  return satisfiesAll(constraints, () => text);
}
