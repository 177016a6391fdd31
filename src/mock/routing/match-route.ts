/**
 * Matches routes segment by segment from the left: plain text before mixed before parameter, then the order of the
 * routes. find-my-way supports neither several equal routes, nor two mixed segments of the same rank that only a
 * later segment distinguishes, nor a segment with an encoded slash.
 */
import { getOrAdd } from '../../primitives/get-or-add.js';
import { isMatch, matchSegment } from './match-segment.js';
import { decodeSegments, segmentsEnd, type RouteSegment } from './route-path.js';

export interface Routable {
  readonly method: string;
  readonly path: { readonly segments: readonly RouteSegment[]; readonly parameters: readonly string[] };
}

export interface RouteMatch<R> {
  readonly route: R;
  /** All routes of this method and shape of path, in their order; the first is `route`. Always the same list. */
  readonly equal: readonly R[];
  /** As sent. */
  readonly path: string;
}

/** The values of the parameters, from left to right. */
export function valuesOf<R extends Routable>({
  route,
  path,
}: Pick<RouteMatch<R>, 'route' | 'path'>): readonly string[] {
  const texts = decodeSegments(path);
  return route.path.segments.flatMap((segment, index) => matchSegment(segment, texts[index] ?? '') ?? []);
}

export class Router<R extends Routable> {
  readonly #methods = new Map<string, MethodRoutes<R>>();

  readonly #lists: (readonly R[])[] = [];
  #count = 0;

  /** Has lower precedence than all routes added before. */
  add(route: R): void {
    const own = getOrAdd(this.#methods, route.method.toUpperCase(), () => new MethodRoutes<R>());
    const equal = own.add(route, this.#count);
    if (equal.length === 1) this.#lists.push(equal);
    this.#count += 1;
  }

  /** The path starts with `/` and has no query. */
  find(method: string, path: string): RouteMatch<R> | undefined {
    return this.#methods.get(method)?.find(path);
  }

  /** The lists of equal routes that matches name. */
  equalRoutes(): Iterable<readonly R[]> {
    return this.#lists;
  }

  /** The methods that have a route for the path. */
  methodsFor(path: string): string[] {
    return [...this.#methods].filter(([, routes]) => routes.find(path)).map(([method]) => method);
  }
}

interface Leaf<R> {
  readonly route: R;
  /** Routes may differ in the names of their parameters. */
  readonly equal: R[];
  readonly order: number;
}

interface RouteNode<R> {
  readonly plain: Map<string, RouteNode<R>>;
  /** Keyed by their texts, so that the number of routes does not slow down adding. */
  readonly mixed: Map<string, { readonly segment: RouteSegment; readonly node: RouteNode<R> }>;
  parameter: RouteNode<R> | undefined;
  leaf: Leaf<R> | undefined;
}

class MethodRoutes<R extends Routable> {
  readonly #root: RouteNode<R> = makeNode();
  /** Nothing has precedence over a fully literal path, so these are looked up directly. */
  readonly #literalPaths = new Map<string, Leaf<R>>();
  #hasMixed = false;

  /** Returns all routes that are equal to this one so far. */
  add(route: R, order: number): readonly R[] {
    const { segments } = route.path;
    let node = this.#root;
    for (const segment of segments) node = child(node, segment);
    const leaf = (node.leaf ??= { route, equal: [], order });
    leaf.equal.push(route);
    this.#hasMixed ||= segments.some(({ kind }) => kind === 'mixed');
    const literalPath = literalPathOf(segments);
    if (literalPath !== undefined) getOrAdd(this.#literalPaths, literalPath, () => leaf);
    return leaf.equal;
  }

  find(path: string): RouteMatch<R> | undefined {
    const leaf = this.#literalPaths.get(path) ?? this.#leaf(path);
    return leaf && { route: leaf.route, equal: leaf.equal, path };
  }

  #leaf(path: string): Leaf<R> | undefined {
    if (this.#hasMixed || path.includes('%')) return descend([this.#root], decodeSegments(path), 0);
    return walk(this.#root, path, 1, segmentsEnd(path));
  }
}

/** Like descend, for nodes without mixed segments: the path is neither split nor decoded (bench/measures/mock.mjs). */
function walk<R>(node: RouteNode<R>, path: string, start: number, end: number): Leaf<R> | undefined {
  if (start > end) return node.leaf;
  const slash = path.indexOf('/', start);
  const stop = slash === -1 || slash > end ? end : slash;
  const { plain, parameter } = node;
  const same = plain.size === 0 ? undefined : plain.get(path.slice(start, stop));
  const found = same && walk(same, path, stop + 1, end);
  if (found) return found;
  return parameter && stop > start ? walk(parameter, path, stop + 1, end) : undefined;
}

/** Undefined for paths that must be written with escapes, since escaped paths are always matched by segment. */
function literalPathOf(segments: readonly RouteSegment[]): string | undefined {
  const texts: string[] = [];
  for (const segment of segments) {
    if (segment.kind !== 'plain' || /[/%]/.test(segment.text)) return undefined;
    texts.push(segment.text);
  }
  return `/${texts.join('/')}`;
}

function makeNode<R>(): RouteNode<R> {
  return { plain: new Map(), mixed: new Map(), parameter: undefined, leaf: undefined };
}

function child<R>(node: RouteNode<R>, segment: RouteSegment): RouteNode<R> {
  switch (segment.kind) {
    case 'plain':
      return getOrAdd(node.plain, segment.text, makeNode<R>);
    case 'parameter':
      return (node.parameter ??= makeNode());
    case 'mixed': {
      const create = () => ({ segment, node: makeNode<R>() });
      return getOrAdd(node.mixed, JSON.stringify(segment.texts), create).node;
    }
  }
}

/** All nodes have the same rank so far. Each node has one parent, so none is visited twice. */
function descend<R>(
  nodes: readonly RouteNode<R>[],
  texts: readonly string[],
  depth: number,
): Leaf<R> | undefined {
  const text = texts[depth];
  if (text === undefined) return firstLeaf(nodes);
  const [only] = nodes;
  if (only && nodes.length === 1 && only.mixed.size === 0) return descendOne(only, text, texts, depth);
  for (const childrenOf of [plainChildren, mixedChildren, parameterChildren]) {
    const children = nodes.flatMap((node) => childrenOf(node, text));
    const found = children.length === 0 ? undefined : descend(children, texts, depth + 1);
    if (found) return found;
  }
  return undefined;
}

function descendOne<R>(
  { plain, parameter }: RouteNode<R>,
  text: string,
  texts: readonly string[],
  depth: number,
): Leaf<R> | undefined {
  const same = plain.get(text);
  const found = same && descend([same], texts, depth + 1);
  if (found) return found;
  return parameter && text !== '' ? descend([parameter], texts, depth + 1) : undefined;
}

function plainChildren<R>({ plain }: RouteNode<R>, text: string): RouteNode<R> | [] {
  return plain.get(text) ?? [];
}

function parameterChildren<R>({ parameter }: RouteNode<R>, text: string): RouteNode<R> | [] {
  return text === '' ? [] : (parameter ?? []);
}

function mixedChildren<R>({ mixed }: RouteNode<R>, text: string): RouteNode<R>[] {
  if (mixed.size === 0) return [];
  return [...mixed.values()].filter(({ segment }) => isMatch(segment, text)).map(({ node }) => node);
}

function firstLeaf<R>(nodes: readonly RouteNode<R>[]): Leaf<R> | undefined {
  let first: Leaf<R> | undefined;
  for (const { leaf } of nodes) if (leaf && (!first || leaf.order < first.order)) first = leaf;
  return first;
}
