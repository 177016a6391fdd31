/** Reads the members of a document: a missing one is empty, an existing one must have its type. */
export type Fail = (reason: string) => never;

export type Members = Readonly<Record<string, unknown>>;

export function textOf(object: Members, key: string, fail: Fail): string {
  const value = object[key] ?? '';
  return typeof value === 'string' ? value : fail(`"${key}" is not a string`);
}

export function booleanOf(object: Members, key: string, fail: Fail): boolean {
  const value = object[key] ?? false;
  return typeof value === 'boolean' ? value : fail(`"${key}" is not true or false`);
}

export function numberOf(object: Members, key: string, fail: Fail): number {
  const value = object[key] ?? 0;
  return typeof value === 'number' && value >= 0 && value < Infinity
    ? value
    : fail(`"${key}" is not a number of 0 or more`);
}
