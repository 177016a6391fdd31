/** Reads data of unknown shape: a value of the wrong type counts as absent. */
import { isPlainObject } from '../primitives/plain-object.js';

export type Mapping = Readonly<Record<string, unknown>>;

export function mapping(value: unknown): Mapping | undefined {
  return isPlainObject(value) ? value : undefined;
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The members of a list that are objects. */
export function mappings(value: unknown): Mapping[] {
  return list(value).filter(isPlainObject);
}

/** Empty for a value that is not a text. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** An own member, so that names such as `constructor` are found only when the document has them. */
export function member(value: unknown, name: string): unknown {
  const found = mapping(value);
  return found !== undefined && Object.hasOwn(found, name) ? found[name] : undefined;
}

/** The entries of an object without extensions (`x-…`). */
export function entries(value: unknown): [string, unknown][] {
  const found = mapping(value);
  return found === undefined ? [] : Object.entries(found).filter(([name]) => !name.startsWith('x-'));
}
