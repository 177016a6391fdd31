/** Where the names of a file stand, which is collected for editors only. */
import type { Span } from './diagnostic.js';

/**
 * `placeholder` is the name of a `{{name}}`, which only the whole file can tell to be a variable, a capture or a
 * request; `environment` is the name of a `{{$NAME}}`.
 */
export type NameKind =
  | 'request'
  | 'capture'
  | 'variable'
  | 'placeholder'
  | 'environment'
  | 'function'
  | 'file';

export type NameRole = 'definition' | 'reference';

/** The span is that of the name alone. */
export interface NameSite extends Span {
  readonly kind: NameKind;
  readonly role: NameRole;
  readonly name: string;
  /** The index of the request that it belongs to, or that follows. */
  readonly request: number;
  /** The path, as written, of the file that the request is in, if that is another one. */
  readonly file?: string;
}

/** A hostile file has millions. */
export const MAX_NAME_SITES = 500_000;

/** The name of a request is noted when all of it was read, after a few other names that stand behind it. */
const MAX_MOVES = 16;

/** Adds a site where it belongs, unless that is far from the end: a list with such a site is sorted when it is complete. */
export function addInOrder(sites: NameSite[], site: NameSite): void {
  let at = sites.length;
  const first = Math.max(0, at - MAX_MOVES);
  sites.push(site);
  for (; at > first; at -= 1) {
    const before = sites[at - 1];
    if (before === undefined || comparePlaces(before, site) <= 0) break;
    sites[at] = before;
  }
  sites[at] = site;
}

export function comparePlaces(a: NameSite, b: NameSite): number {
  return a.line - b.line || a.column - b.column;
}
