/**
 * Any data as a list of plain JSON values and byte arrays, for the way to another process: objects that are referred to
 * from several places stay one object, maps and sets stay what they are, and keys keep their order.
 */
import { keysOf, keepKeyOrder } from './key-order.js';

/** An item is bytes, or a letter for its kind and its members; the first item is the whole. */
export type GraphData = readonly (Uint8Array | readonly [GraphKind, ...GraphValue[]])[];

/** An object, a list, a map, a set, or a value that is no object. */
type GraphKind = 'o' | 'l' | 'm' | 's' | 'v';

/** A number in a list refers to the item at that index; a text in a list names a value that JSON does not have. */
type GraphValue = null | boolean | number | string | readonly [number | string];

const NAMED_VALUES = new Map<string, unknown>([
  ['undefined', undefined],
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
  ['-0', -0],
]);

/** Throws for functions, symbols and instances of classes, which are no data. */
export function graphData(value: unknown): GraphData {
  const items: (Uint8Array | [GraphKind, ...GraphValue[]])[] = [];
  const places = new Map<object, number>();
  const open: { readonly object: object; readonly place: number }[] = [];
  const write = (member: unknown): GraphValue => {
    if (typeof member !== 'object' || member === null) return plainValue(member);
    let place = places.get(member);
    if (place === undefined) {
      place = items.length;
      places.set(member, place);
      items.push(member instanceof Uint8Array ? member : [kindOf(member)]);
      open.push({ object: member, place });
    }
    return [place];
  };
  const first = write(value);
  if (!Array.isArray(first) || typeof first[0] === 'string') items.push(['v', first]);
  for (let next = open.pop(); next; next = open.pop()) {
    const item = items[next.place];
    if (!Array.isArray(item)) continue;
    for (const member of membersOf(next.object)) item.push(write(member));
  }
  return items;
}

/** Throws for what `graphData` does not write. */
export function fromGraphData(data: GraphData): unknown {
  const objects = data.map((item) => (item instanceof Uint8Array ? item : emptyOf(item[0])));
  const read = (value: GraphValue | undefined): unknown => {
    if (!Array.isArray(value)) return value;
    const [key] = value as readonly [number | string];
    if (typeof key === 'string') return readNamed(key);
    if (!Number.isInteger(key) || key < 0 || key >= objects.length) throw new Error('not a graph');
    return objects[key];
  };
  for (const [place, item] of data.entries()) {
    if (item instanceof Uint8Array) continue;
    fill(objects[place], item, read);
  }
  const [first] = data;
  if (first === undefined) throw new Error('not a graph');
  return first instanceof Uint8Array || first[0] !== 'v' ? objects[0] : read(first[1]);
}

function kindOf(object: object): GraphKind {
  if (Array.isArray(object)) return 'l';
  if (object instanceof Map) return 'm';
  if (object instanceof Set) return 's';
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype === Object.prototype || prototype === null) return 'o';
  throw new Error(`a ${object.constructor.name} is no plain data`);
}

function* membersOf(object: object): Iterable<unknown> {
  if (object instanceof Map) for (const [key, value] of object) yield* [key, value];
  // The gaps of a list are given as undefined.
  else if (Array.isArray(object)) yield* object as unknown[];
  else if (object instanceof Set) yield* object;
  else for (const key of keysOf(object)) yield* [key, object[key as keyof typeof object]];
}

function plainValue(value: unknown): GraphValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (Number.isFinite(value) && !Object.is(value, -0)) return value;
      return [Object.is(value, -0) ? '-0' : String(value)];
    case 'undefined':
      return ['undefined'];
    case 'bigint':
      return [`${value}n`];
    case 'object':
      return null;
    default:
      throw new Error(`a ${typeof value} is no plain data`);
  }
}

function readNamed(key: string): unknown {
  if (NAMED_VALUES.has(key)) return NAMED_VALUES.get(key);
  if (/^-?\d+n$/.test(key)) return BigInt(key.slice(0, -1));
  throw new Error('not a graph');
}

function emptyOf(kind: string): unknown {
  switch (kind) {
    case 'o':
      return {};
    case 'l':
      return [];
    case 'm':
      return new Map();
    case 's':
      return new Set();
    case 'v':
      return undefined;
    default:
      throw new Error('not a graph');
  }
}

function fill(
  object: unknown,
  [, ...values]: readonly [GraphKind, ...GraphValue[]],
  read: (value: GraphValue | undefined) => unknown,
): void {
  if (Array.isArray(object)) for (const value of values) object.push(read(value));
  else if (object instanceof Set) for (const value of values) object.add(read(value));
  else if (object instanceof Map) {
    for (let at = 0; at < values.length; at += 2) object.set(read(values[at]), read(values[at + 1]));
  } else if (typeof object === 'object' && object !== null) fillObject(object, values, read);
}

/** Keys are defined rather than set, since `__proto__` is one too. */
function fillObject(
  object: object,
  values: readonly GraphValue[],
  read: (value: GraphValue | undefined) => unknown,
): void {
  const keys: string[] = [];
  for (let at = 0; at < values.length; at += 2) {
    const key = String(values[at]);
    keys.push(key);
    const value = read(values[at + 1]);
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  }
  keepKeyOrder(object, keys);
}
