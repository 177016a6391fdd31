/** Names of files that are about to be made. */

/** With an ending when none was typed. */
export function fullPath(text: string): string {
  const path = text.trim();
  return path === '' || /\.[a-z]+$/i.test(path) ? path : `${path}.http`;
}

/** Empty when it may be used. */
export function pathProblem(path: string, taken: readonly string[]): string {
  if (path === '') return '';
  if (!/[^/]\.(?:http|spec)$/i.test(path)) return 'A request file ends in .http or .spec.';
  return taken.includes(path) ? 'There is a file of this name already.' : '';
}

/** A name of a request file after that of something else: `api/Shop API.yaml` gives `Shop-API.http`. */
export function freePath(source: string, taken: readonly string[]): string {
  const name = source.split(/[?#]/, 1)[0]?.split(/[\\/]/).at(-1) ?? '';
  const stem = name
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, 60);
  const base = stem === '' ? 'imported' : stem;
  for (let count = 1; ; count++) {
    const path = count === 1 ? `${base}.http` : `${base}-${count}.http`;
    if (!taken.includes(path)) return path;
  }
}
