/** Creates the values of a shape. */
import type { BodyShape } from './body-shape.js';
import { MAX_SAMPLE_SIZE, SAMPLE } from '../sampling/made-up.js';
import { sampleLengths, sampleValues } from './sample-value.js';
import { bestMatch, NUMERIC_OPERATORS, type Constraint } from './constraint.js';
import { entriesOf, objectFrom } from '../../primitives/json/key-order.js';
import { isPlainObject } from '../../primitives/plain-object.js';

/** Satisfies every constraint where possible; `base` is the sample that a schema gives for this place. */
export async function makeValue(shape: BodyShape, base?: unknown): Promise<unknown> {
  const { constraints } = shape;
  if (shape.fixed) return slotFor(shape.fixed.value, constraints);
  const allowed = constraints.find(({ schema }) => schema?.sample)?.schema?.sample?.value ?? base;
  if (shape.isList)
    return bestMatch(await listsOf(shape, Array.isArray(allowed) ? allowed : []), constraints);
  if (shape.isObject)
    return bestMatch(await objectsOf(shape, isPlainObject(allowed) ? allowed : {}), constraints);
  return bestMatch(
    allowed === undefined ? sampleValues(constraints) : [allowed, ...sampleValues(constraints)],
    constraints,
  );
}

/** Marks a slot whose value must not become a string; no text in a file starts with this character. */
export const NUMBER_SLOT = '\u0001';

/** Marks a path parameter that an assertion declares to be a number. */
function slotFor(value: unknown, constraints: readonly Constraint[]): unknown {
  if (typeof value !== 'string' || !/^\{\{[^{}]*\}\}$/.test(value)) return value;
  const isNumber = constraints.some(
    ({ operator, expected }) =>
      NUMERIC_OPERATORS.has(operator) || (operator === 'type' && /^(?:integer|number)$/.test(expected.text)),
  );
  return isNumber ? NUMBER_SLOT + value : value;
}

/** The list in the lengths that its constraints may require. */
async function listsOf(shape: BodyShape, base: readonly unknown[]): Promise<unknown[][]> {
  const { constraints } = shape;
  const allowed = base[0];
  const element = shape.each ? await makeValue(shape.each, allowed) : allowed;
  const start: unknown[] = shape.each ? base.map(() => element) : [...base];
  for (const [index, item] of shape.items) {
    start[index] = await makeItem(item, shape.each, base[index] ?? allowed);
  }
  for (const { operator, expected } of constraints) if (operator === 'includes') start.push(expected.value);
  const ends: [number, unknown][] = [];
  for (const [distance, item] of shape.fromEnd) {
    ends.push([distance, await makeItem(item, shape.each, allowed)]);
  }
  const farthest = [...shape.fromEnd.keys()].reduce((most, distance) => Math.max(most, distance), 0);
  const least = start.length + farthest || 1;
  const lengths = [least, ...sampleLengths(constraints).filter((count) => count > least)];
  const canBeEmpty =
    sampleLengths(constraints).includes(0) || constraints.some(({ operator }) => operator === 'isEmpty');
  const lastItem = start.findLast((value) => value !== undefined) ?? ends[0]?.[1];
  const filler = lastItem ?? element ?? SAMPLE;
  const gap: unknown = element ?? null;
  return [...lengths, ...(canBeEmpty ? [0] : [])].map((length) => {
    const list = Array.from({ length }, (_, index) =>
      index < start.length ? (start[index] ?? gap) : filler,
    );
    for (const [distance, value] of ends) if (distance <= length) list[length - distance] = value;
    return list;
  });
}

/** An element with its own constraints must also satisfy those on every element. */
async function makeItem(item: BodyShape, each: BodyShape | undefined, base: unknown): Promise<unknown> {
  if (!each || item.fixed) return makeValue(item, base);
  for (const [key, member] of each.members) {
    if (!item.members.has(key) && !item.isList) item.members.set(key, member);
  }
  for (const constraint of each.constraints) item.constraints.push(constraint);
  return makeValue(item, base);
}

async function objectsOf(
  shape: BodyShape,
  base: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>[]> {
  const members = [...shape.members].sort(([, a], [, b]) => a.order - b.order);
  const entries: [string, unknown][] = [];
  for (const [key, member] of members) {
    entries.push([key, await makeValue(member, Object.hasOwn(base, key) ? base[key] : undefined)]);
  }
  const keys = new Set(shape.members.keys());
  const addMember = (key: string, value: unknown): void => {
    if (!keys.has(key)) entries.push([key, value]);
    keys.add(key);
  };
  for (const [key, value] of entriesOf(base)) addMember(key, value);
  for (const { operator, expected } of shape.constraints) {
    if (operator === 'contains') addMember(expected.text, SAMPLE);
  }
  const lengths = sampleLengths(shape.constraints).filter((count) => count > entries.length);
  return [entries.length, ...lengths].map((length) => {
    const fillers = Array.from(
      { length: Math.min(length, MAX_SAMPLE_SIZE) - entries.length },
      (_, index) => [`${SAMPLE}${index + 1}`, SAMPLE] as const,
    );
    return objectFrom([...entries, ...fillers]);
  });
}
