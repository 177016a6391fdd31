import { sortByBytes } from '../workspace/paths/byte-order.js';
import type { ApiRoute } from './call/route.js';

export interface Match {
  readonly route: ApiRoute;
  /** The segments of the path by name, as they were sent. */
  readonly params: Readonly<Record<string, string>>;
  /** The part of the path that `*` matches, as it was sent. */
  readonly rest: string;
}

/** A match, else the methods that the path supports, else undefined. The path is the part after the API prefix. */
export type FindRoute = (method: string, path: string) => Match | readonly string[] | undefined;

/** Paths are compared undecoded, so that a file called `%72aw` is not mistaken for the route `raw`. */
export function createRouter(routes: readonly ApiRoute[]): FindRoute {
  const fixed = new Map<string, Match>();
  for (const route of routes) {
    if (!/[{*]/.test(route.path)) fixed.set(`${route.method} ${route.path}`, { route, params: {}, rest: '' });
  }
  // `localeCompare` would load the tables of a language first, which is a twentieth of a start.
  const patterns = sortByBytes(routes.map(toPattern), ({ rank }) => rank);
  return (method, path) => {
    const wanted = method === 'HEAD' ? 'GET' : method;
    const found = fixed.get(`${wanted} ${path}`) ?? search(patterns, wanted, path);
    if (found !== undefined && !(method === 'HEAD' && found.route.withoutHead)) return found;
    const offered = patterns.filter(({ form }) => form.test(path)).flatMap(({ route }) => methodsOf(route));
    return offered.length === 0 ? undefined : METHODS.filter((each) => offered.includes(each));
  };
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];

interface Pattern {
  readonly route: ApiRoute;
  readonly form: RegExp;
  readonly names: readonly string[];
  /** Sorts segment by segment: plain text first, then parameters, then `*`. */
  readonly rank: string;
}

function toPattern(route: ApiRoute): Pattern {
  const segments = route.path.split('/').slice(1);
  const forms = segments.map((segment) => {
    if (segment === '*') return '(?<rest>.*)';
    return segment.startsWith('{') ? '([^/]+)' : segment.replaceAll('.', '[.]');
  });
  const rank = segments.map((segment) => (segment === '*' ? '2' : segment.startsWith('{') ? '1' : '0'));
  const names = segments.filter((segment) => segment.startsWith('{')).map((segment) => segment.slice(1, -1));
  return { route, form: new RegExp(`^/${forms.join('/')}$`, 's'), names, rank: rank.join('') };
}

function search(patterns: readonly Pattern[], method: string, path: string): Match | undefined {
  for (const { route, form, names } of patterns) {
    const [, ...found] = route.method === method ? (form.exec(path) ?? []) : [];
    if (found.length === 0) continue;
    const params = Object.fromEntries(names.map((name, i) => [name, found[i] ?? '']));
    return { route, params, rest: route.path.endsWith('*') ? (found.at(-1) ?? '') : '' };
  }
  return undefined;
}

function methodsOf({ method, withoutHead }: ApiRoute): readonly string[] {
  return method === 'GET' && !withoutHead ? ['GET', 'HEAD'] : [method];
}
