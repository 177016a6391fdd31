/** Paths of new files. */

/** Adds an extension if none was typed. */
export function withExtension(text: string): string {
  const path = text.trim();
  return path === '' || /\.[a-z]+$/i.test(path) ? path : `${path}.http`;
}

/** Empty if the path can be used. */
export function pathProblem(path: string, taken: readonly string[]): string {
  if (path === '') return '';
  if (!/[^/]\.(?:http|spec)$/i.test(path)) return 'A request file ends in .http or .spec.';
  return taken.includes(path) ? 'A file with this name already exists.' : '';
}

/** Derives the name of a request file from a source: `api/Shop API.yaml` gives `Shop-API.http`. */
export function suggestPath(source: string, taken: readonly string[]): string {
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
