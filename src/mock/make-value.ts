/** Gives a shape its values. */
import type { Shape } from './body-shape.js';
import { MOST_MADE, SAMPLE, sampleLengths, sampleValues } from './sample-value.js';
import { fittest, type Wish } from './wish.js';

/** Does everything that is wished of it where that is possible. */
export async function makeValue(shape: Shape): Promise<unknown> {
  if (shape.fixed) return slotFor(shape.fixed.value, shape.wishes);
  if (shape.isList) return fittest(await listsOf(shape), shape.wishes);
  if (shape.isObject) return fittest(await objectsOf(shape), shape.wishes);
  return fittest(sampleValues(shape.wishes), shape.wishes);
}

/** Stands before a slot whose value must not become a text; no text of a file begins with it. */
export const NUMBER_SLOT = '\u0001';

/** A parameter of the path, of which something says that it is a number. */
function slotFor(value: unknown, wishes: readonly Wish[]): unknown {
  if (typeof value !== 'string' || !/^\{\{[^{}]*\}\}$/.test(value)) return value;
  const isNumber = wishes.some(
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

/** The same list in the lengths that its wishes may want. */
async function listsOf(shape: Shape): Promise<unknown[][]> {
  const { wishes } = shape;
  const element = shape.each && (await makeValue(shape.each));
  const start: unknown[] = [];
  for (const [index, item] of shape.items) start[index] = await makeItem(item, shape.each);
  const wanted = wishes.flatMap(({ operator, expected }) =>
    operator === 'includes' ? [expected.value] : [],
  );
  start.push(...wanted);
  const ends: [number, unknown][] = [];
  for (const [distance, item] of shape.fromEnd) ends.push([distance, await makeItem(item, shape.each)]);
  const farthest = Math.max(0, ...shape.fromEnd.keys());
  const least = start.length + farthest || 1;
  const lengths = [least, ...sampleLengths(wishes).filter((count) => count > least)];
  const none = sampleLengths(wishes).includes(0) || wishes.some(({ operator }) => operator === 'isEmpty');
  const known = start.findLast((value) => value !== undefined) ?? ends[0]?.[1];
  const filler = known ?? element ?? SAMPLE;
  const gap = shape.each ? element : null;
  const lists = [...lengths, ...(none ? [0] : [])].map((length) => {
    const list = Array.from({ length }, (_, index) =>
      index < start.length ? (start[index] ?? gap) : filler,
    );
    for (const [distance, value] of ends) if (distance <= length) list[length - distance] = value;
    return list;
  });
  return lists;
}

/** An element of its own still does what is wished of every element. */
async function makeItem(item: Shape, each: Shape | undefined): Promise<unknown> {
  if (!each || item.fixed) return makeValue(item);
  for (const [key, member] of each.members) {
    if (!item.members.has(key) && !item.isList) item.members.set(key, member);
  }
  item.wishes.push(...each.wishes);
  return makeValue(item);
}

async function objectsOf(shape: Shape): Promise<Record<string, unknown>[]> {
  const members = [...shape.members].sort(([, a], [, b]) => a.order - b.order);
  const entries: [string, unknown][] = [];
  for (const [key, member] of members) entries.push([key, await makeValue(member)]);
  for (const { operator, expected } of shape.wishes) {
    const isThere = entries.some(([key]) => key === expected.text);
    if (operator === 'contains' && !isThere) entries.push([expected.text, SAMPLE]);
  }
  const lengths = sampleLengths(shape.wishes).filter((count) => count > entries.length);
  return [entries.length, ...lengths].map((length) => {
    const further = Array.from(
      { length: Math.min(length, MOST_MADE) - entries.length },
      (_, index) => [`${SAMPLE}${index + 1}`, SAMPLE] as const,
    );
    return Object.fromEntries([...entries, ...further]);
  });
}
