/** What the shared code needs of `node:path`, for browsers, where every path has slashes; the bundler puts it in its place. */
import { normalPath } from '../../primitives/text/slash-path.js';

export const sep = '/';

export function isAbsolute(path: string): boolean {
  return path.startsWith(sep);
}

export function normalize(path: string): string {
  const text = normalPath(path);
  return path.endsWith(sep) && text !== sep ? text + sep : text;
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
