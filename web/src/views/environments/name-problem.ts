/** Empty if the name can be used, or if nothing is typed yet. */
export function environmentNameProblem(name: string, taken: readonly string[]): string {
  if (name === 'active') return 'This name is reserved.';
  if (name.includes('/')) return 'A name must not contain a slash.';
  if (Array.from(name).length > 128) return 'A name has at most 128 characters.';
  return taken.includes(name) ? 'An environment with this name already exists.' : '';
}
