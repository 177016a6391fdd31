/** The names that environment files of other clients give to each file; the server never sends their values. */
const names = new Map<string, readonly string[]>();

export function keepClientVariables(path: string, given: readonly string[]): void {
  if (given.length === 0) names.delete(path);
  else names.set(path, given);
}

export function clientVariablesOf(path: string): readonly string[] {
  return names.get(path) ?? NO_NAMES;
}

const NO_NAMES: readonly string[] = [];
