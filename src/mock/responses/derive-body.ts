import { valueAtPath } from '../../evaluation/values/body-path.js';
import { toJson } from '../../evaluation/values/json.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import { deriveShape } from '../values/body-shape.js';
import { makeValue } from '../values/make-value.js';
import { toPathConstraint, type PathConstraint } from '../values/path-constraint.js';
import { sampleTexts } from '../values/sample-value.js';
import { withoutMarks } from '../values/slot-text.js';
import { satisfiesAll, type Constraint } from '../values/constraint.js';
import { createXmlBody } from '../values/xml-body.js';

export interface DerivedBody {
  readonly text: string;
  readonly isJson: boolean;
}

/** Uses an equality on the whole body, else the assertions on its parts, else a default. */
export async function deriveBody(constraints: readonly Constraint[], scope: Scope): Promise<DerivedBody> {
  const whole = constraints.find(({ subject, operator }) => isWhole(subject) && operator === 'equals');
  if (whole) {
    const { value } = whole.expected;
    return typeof value === 'string' ? { text: value, isJson: false } : json(value);
  }
  const paths = constraints.flatMap((constraint) => toPathConstraint(constraint, scope) ?? []);
  const document = paths.length === 0 ? await createXmlBody(constraints) : undefined;
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

function json(value: unknown): DerivedBody {
  return { text: toJson(value, 2), isJson: true };
}

/** Used when nothing determines the shape of the body. */
const DEFAULT_VALUES: readonly unknown[] = [{ status: 'ok' }, {}];

async function valueFor(constraints: readonly PathConstraint[]): Promise<unknown> {
  const shape = deriveShape(constraints);
  // A value that a schema describes is better than one that it merely accepts.
  const isDescribed = shape.constraints.some(({ schema }) => typeof schema?.sample?.value === 'object');
  if (!shape.isFree || isDescribed) return makeValue(shape);
  for (const value of DEFAULT_VALUES) {
    if (await satisfiesAll(constraints, ({ steps }) => valueAtPath(value, steps))) return value;
  }
  return shape.constraints.length > 0 ? makeValue(shape) : DEFAULT_VALUES[0];
}

function isTextFor(text: string, constraints: readonly Constraint[]): Promise<boolean> {
  return satisfiesAll(constraints, () => text);
}
