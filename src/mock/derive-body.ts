import { valueAt } from '../evaluation/body-path.js';
import { toJson } from '../evaluation/json.js';
import type { Scope } from '../evaluation/scope.js';
import { shapeOf } from './body-shape.js';
import { makeValue } from './make-value.js';
import { pathWish, type PathWish } from './path-wish.js';
import { sampleTexts } from './sample-value.js';
import { withoutMarks } from './slot-text.js';
import { fulfilsAll, type Wish } from './wish.js';
import { xmlFor } from './xml-body.js';

export interface DerivedBody {
  readonly text: string;
  readonly isJson: boolean;
}

/** An equality of the whole body; else what its parts say; else something that means well. */
export async function deriveBody(wishes: readonly Wish[], scope: Scope): Promise<DerivedBody> {
  const whole = wishes.find(isWholeEquality);
  if (whole) {
    const { value } = whole.expected;
    return typeof value === 'string' ? { text: value, isJson: false } : json(value);
  }
  const paths = wishes.flatMap((wish) => pathWish(wish, scope) ?? []);
  const document = paths.length === 0 ? await xmlFor(wishes) : undefined;
  if (document !== undefined) return { text: document, isJson: false };
  const texts = wishes.filter(({ subject, operation }) => isWhole(subject) && operation.rule.onText);
  const built = json(await valueFor(paths));
  if (texts.length === 0 || (await pleases(withoutMarks(built.text), texts))) return built;
  if (paths.length > 0) return built;
  for (const text of sampleTexts(texts)) if (await pleases(text, texts)) return { text, isJson: false };
  return built;
}

function isWhole(subject: Wish['subject']): boolean {
  return subject.kind === 'body' && subject.path === '';
}

function isWholeEquality({ subject, operator }: Wish): boolean {
  return isWhole(subject) && operator === 'equals';
}

function json(value: unknown): DerivedBody {
  return { text: toJson(value, 2), isJson: true };
}

/** When nothing gives the body a shape: the first is what a mock says that knows nothing. */
const SHAPELESS: readonly unknown[] = [{ status: 'ok' }, {}];

async function valueFor(wishes: readonly PathWish[]): Promise<unknown> {
  const shape = shapeOf(wishes);
  // What a schema describes is better than what it merely lets pass.
  const isDescribed = shape.wishes.some(({ schema }) => typeof schema?.sample?.value === 'object');
  if (!shape.isFree || isDescribed) return makeValue(shape);
  for (const value of SHAPELESS) if (await suits(value, wishes)) return value;
  return shape.wishes.length > 0 ? makeValue(shape) : SHAPELESS[0];
}

function suits(value: unknown, wishes: readonly PathWish[]): Promise<boolean> {
  return fulfilsAll(wishes, ({ steps }) => valueAt(value, steps));
}

function pleases(text: string, wishes: readonly Wish[]): Promise<boolean> {
  return fulfilsAll(wishes, () => text);
}
