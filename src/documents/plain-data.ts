/** Looking into data of which nothing is known: what has the wrong type counts as absent. */
import { isPlainObject } from '../primitives/plain-object.js';

export type Mapping = Readonly<Record<string, unknown>>;

export function mapping(value: unknown): Mapping | undefined {
  return isPlainObject(value) ? value : undefined;
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Empty for anything that is no text. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Under a name that the document chose: `constructor` and the like are found only when written. */
export function member(value: unknown, name: string): unknown {
  const found = mapping(value);
  return found !== undefined && Object.hasOwn(found, name) ? found[name] : undefined;
}

/** Without the keys of extensions. */
export function entries(value: unknown): [string, unknown][] {
  return Object.entries(mapping(value) ?? {}).filter(([name]) => !name.startsWith('x-'));
}
