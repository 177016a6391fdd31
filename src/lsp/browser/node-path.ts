/** What the shared code needs of `node:path`, for browsers, where every path has slashes; the bundler puts it in its place. */

export const sep = '/';

export function isAbsolute(path: string): boolean {
  return path.startsWith(sep);
}

export function normalize(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split(sep)) {
    if (segment === '' || segment === '.') continue;
    const isUp = segment === '..';
    if (isUp && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (!isUp || !isAbsolute(path)) kept.push(segment);
  }
  const text = kept.join(sep) + (kept.length > 0 && path.endsWith(sep) ? sep : '');
  if (isAbsolute(path)) return sep + text;
  if (text === '') return path.endsWith(sep) ? './' : '.';
  return text;
}

export function join(...parts: readonly string[]): string {
  return normalize(parts.filter((part) => part !== '').join(sep));
}

export function dirname(path: string): string {
  const end = path.replace(/(?<=.)\/+$/, '').lastIndexOf(sep);
  if (end === -1) return '.';
  return end === 0 ? sep : path.slice(0, end);
}

export function basename(path: string): string {
  return path.replace(/\/+$/, '').replace(/^.*\//s, '');
}

export const posix = { sep, isAbsolute, normalize, join, dirname, basename };
