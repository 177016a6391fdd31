import type { Route } from './call/route.js';

export interface Match {
  readonly route: Route;
  /** Segments of the path, as they were sent. */
  readonly params: Readonly<Record<string, string>>;
  /** What `*` stands for, as it was sent. */
  readonly rest: string;
}

/** A match, else the methods that the path has instead, else nothing. The path starts behind the prefix. */
export type FindRoute = (method: string, path: string) => Match | readonly string[] | undefined;

/** Paths are compared undecoded, so that `%72aw` is not `raw` (server.md 5.2). */
export function createRouter(routes: readonly Route[]): FindRoute {
  const fixed = new Map<string, Match>();
  for (const route of routes) {
    if (!/[{*]/.test(route.path)) fixed.set(`${route.method} ${route.path}`, { route, params: {}, rest: '' });
  }
  const patterns = routes.map(toPattern).sort((a, b) => a.rank.localeCompare(b.rank));
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
  readonly route: Route;
  readonly form: RegExp;
  readonly names: readonly string[];
  /** Sorts plain text before a parameter, and that before the rest, from the left. */
  readonly rank: string;
}

function toPattern(route: Route): Pattern {
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

function methodsOf({ method, withoutHead }: Route): readonly string[] {
  return method === 'GET' && !withoutHead ? ['GET', 'HEAD'] : [method];
}
