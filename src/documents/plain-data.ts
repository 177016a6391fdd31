/** Looking into data of which nothing is known: what has the wrong type counts as absent. */

export type Mapping = Readonly<Record<string, unknown>>;

export function mapping(value: unknown): Mapping | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Mapping)
    : undefined;
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

/** One step of a JSON pointer (RFC 6901). */
export function pointerStep(name: string | number): string {
  if (typeof name === 'number' || !/[~/]/.test(name)) return `/${name}`;
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
