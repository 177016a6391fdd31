import type { Scope } from '../../evaluation/variables/scope.js';
import { toJson } from '../../evaluation/values/json.js';
import { valueAtPath } from '../../evaluation/values/body-path.js';
import { entriesOf, objectFrom } from '../../primitives/json/key-order.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { SAMPLE } from '../sampling/made-up.js';
import { deriveShape } from '../values/body-shape.js';
import { satisfiesAll, type Constraint } from '../values/constraint.js';
import { makeValue } from '../values/make-value.js';
import { toPathConstraints, type PathConstraint } from '../values/path-constraint.js';
import {
  patternConstraints,
  patternText,
  satisfiesPatterns,
  type PatternConstraint,
} from '../values/pattern-text.js';
import { sampleTexts, sampleValues } from '../values/sample-value.js';
import { withoutMarks } from '../values/slot-text.js';
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
  const body = await deriveParts(constraints, scope);
  return { ...body, text: await padded(body.text, constraints) };
}

async function deriveParts(constraints: readonly Constraint[], scope: Scope): Promise<DerivedBody> {
  const paths = constraints.flatMap((constraint) => toPathConstraints(constraint, scope));
  const document = paths.length === 0 ? await createXmlBody(constraints) : undefined;
  if (document !== undefined) return { text: document, isJson: false };
  const texts: TextConstraints = {
    whole: constraints.filter(({ subject, operation }) => isWhole(subject) && operation.rule.onText),
    patterns: patternConstraints(constraints),
  };
  const value = await valueFor(paths);
  const built = json(value);
  if (await isTextFor(withoutMarks(built.text), texts)) return built;
  if (paths.length > 0) return (await withPatterns(value, texts)) ?? built;
  for (const text of await textsFor(texts)) if (await isTextFor(text, texts)) return { text, isJson: false };
  return built;
}

/** The constraints on the body as text. */
interface TextConstraints {
  readonly whole: readonly Constraint[];
  readonly patterns: readonly PatternConstraint[];
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

async function isTextFor(text: string, { whole, patterns }: TextConstraints): Promise<boolean> {
  return (await satisfiesAll(whole, () => text)) && satisfiesPatterns(text, patterns);
}

/** An object with a member that its patterns find: the one that they spell out, or any. */
async function withPatterns(value: unknown, texts: TextConstraints): Promise<DerivedBody | undefined> {
  if (!isPlainObject(value) || texts.patterns.length === 0) return undefined;
  const text = await patternText(texts.patterns);
  for (const members of [spelledOut(text), { [SAMPLE]: text }]) {
    const body = json(objectFrom([...entriesOf(value), ...entriesOf(members)]));
    if (await isTextFor(withoutMarks(body.text), texts)) return body;
  }
  return undefined;
}

/** `"token": "abc"` as a member; none for another text. */
function spelledOut(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(`{${text}}`) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

async function textsFor({ whole, patterns }: TextConstraints): Promise<readonly string[]> {
  const matching = await patternText(patterns);
  const texts = [...sampleTexts(whole)];
  if (matching === '') return texts;
  return [matching, ...texts.flatMap((text) => [`${matching}\n${text}`, `${text}\n${matching}`])];
}

const MAX_PADDED_BYTES = 1024 * 1024;

/** Blanks at the end give the body the size that assertions want, whatever is in it. */
async function padded(text: string, constraints: readonly Constraint[]): Promise<string> {
  const sizes = constraints.filter(({ subject }) => subject.kind === 'size');
  // What a path parameter adds is not known, so that only the rest counts.
  const size = Buffer.byteLength(withoutMarks(text).replace(/\{\{[^{}]*\}\}/g, ''));
  if (await satisfiesAll(sizes, () => size)) return text;
  for (const wanted of sampleValues(sizes)) {
    if (!Number.isInteger(wanted) || Number(wanted) <= size || Number(wanted) > MAX_PADDED_BYTES) continue;
    if (await satisfiesAll(sizes, () => wanted)) return text + ' '.repeat(Number(wanted) - size);
  }
  return text;
}
