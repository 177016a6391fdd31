/** Gives a shape its values. */
import type { Shape } from './body-shape.js';
import { MAX_SAMPLE_SIZE, SAMPLE } from '../sampling/made-up.js';
import { sampleLengths, sampleValues } from './sample-value.js';
import { bestMatch, type Constraint } from './constraint.js';

/** Satisfies every constraint where that is possible; `base` is what a schema allows in its place. */
export async function makeValue(shape: Shape, base?: unknown): Promise<unknown> {
  const { constraints } = shape;
  if (shape.fixed) return slotFor(shape.fixed.value, constraints);
  const allowed = constraints.find(({ schema }) => schema?.sample)?.schema?.sample?.value ?? base;
  if (shape.isList)
    return bestMatch(await listsOf(shape, Array.isArray(allowed) ? allowed : []), constraints);
  if (shape.isObject) return bestMatch(await objectsOf(shape, isObject(allowed) ? allowed : {}), constraints);
  return bestMatch(
    allowed === undefined ? sampleValues(constraints) : [allowed, ...sampleValues(constraints)],
    constraints,
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Stands before a slot whose value must not become a text; no text of a file begins with it. */
export const NUMBER_SLOT = '\u0001';

/** A parameter of the path, of which something says that it is a number. */
function slotFor(value: unknown, constraints: readonly Constraint[]): unknown {
  if (typeof value !== 'string' || !/^\{\{[^{}]*\}\}$/.test(value)) return value;
  const isNumber = constraints.some(
    ({ operator, expected }) =>
      NUMERIC.has(operator) || (operator === 'type' && /^(?:integer|number)$/.test(expected.text)),
  );
  return isNumber ? NUMBER_SLOT + value : value;
}

const NUMERIC: ReadonlySet<string> = new Set([
  'greaterThan',
  'greaterOrEqual',
  'lessThan',
  'lessOrEqual',
  'between',
  'approx',
]);

/** The same list in the lengths that its constraints may want. */
async function listsOf(shape: Shape, base: readonly unknown[]): Promise<unknown[][]> {
  const { constraints } = shape;
  const allowed = base[0];
  const element = shape.each ? await makeValue(shape.each, allowed) : allowed;
  const start: unknown[] = shape.each ? base.map(() => element) : [...base];
  for (const [index, item] of shape.items) {
    start[index] = await makeItem(item, shape.each, base[index] ?? allowed);
  }
  const wanted = constraints.flatMap(({ operator, expected }) =>
    operator === 'includes' ? [expected.value] : [],
  );
  for (const value of wanted) start.push(value);
  const ends: [number, unknown][] = [];
  for (const [distance, item] of shape.fromEnd) {
    ends.push([distance, await makeItem(item, shape.each, allowed)]);
  }
  const farthest = [...shape.fromEnd.keys()].reduce((most, distance) => Math.max(most, distance), 0);
  const least = start.length + farthest || 1;
  const lengths = [least, ...sampleLengths(constraints).filter((count) => count > least)];
  const none =
    sampleLengths(constraints).includes(0) || constraints.some(({ operator }) => operator === 'isEmpty');
  const known = start.findLast((value) => value !== undefined) ?? ends[0]?.[1];
  const filler = known ?? element ?? SAMPLE;
  const gap: unknown = element ?? null;
  const lists = [...lengths, ...(none ? [0] : [])].map((length) => {
    const list = Array.from({ length }, (_, index) =>
      index < start.length ? (start[index] ?? gap) : filler,
    );
    for (const [distance, value] of ends) if (distance <= length) list[length - distance] = value;
    return list;
  });
  return lists;
}

/** An element of its own still satisfies the constraints on every element. */
async function makeItem(item: Shape, each: Shape | undefined, base: unknown): Promise<unknown> {
  if (!each || item.fixed) return makeValue(item, base);
  for (const [key, member] of each.members) {
    if (!item.members.has(key) && !item.isList) item.members.set(key, member);
  }
  for (const constraint of each.constraints) item.constraints.push(constraint);
  return makeValue(item, base);
}

async function objectsOf(
  shape: Shape,
  base: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>[]> {
  const members = [...shape.members].sort(([, a], [, b]) => a.order - b.order);
  const entries: [string, unknown][] = [];
  for (const [key, member] of members) {
    entries.push([key, await makeValue(member, Object.hasOwn(base, key) ? base[key] : undefined)]);
  }
  const keys = new Set(shape.members.keys());
  const further = (key: string, value: unknown): void => {
    if (!keys.has(key)) entries.push([key, value]);
    keys.add(key);
  };
  for (const [key, value] of Object.entries(base)) further(key, value);
  for (const { operator, expected } of shape.constraints) {
    if (operator === 'contains') further(expected.text, SAMPLE);
  }
  const lengths = sampleLengths(shape.constraints).filter((count) => count > entries.length);
  return [entries.length, ...lengths].map((length) => {
    const fillers = Array.from(
      { length: Math.min(length, MAX_SAMPLE_SIZE) - entries.length },
      (_, index) => [`${SAMPLE}${index + 1}`, SAMPLE] as const,
    );
    return Object.fromEntries([...entries, ...fillers]);
  });
}
