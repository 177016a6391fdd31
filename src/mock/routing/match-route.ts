/**
 * Which route answers (server.md 11): segment by segment from the left, plain text before mixed before parameter, then
 * the order of the routes. A tree of segments of our own: find-my-way knows neither several equal routes, nor two
 * mixed segments of the same rank that only a later segment tells apart, nor a segment that holds an encoded slash.
 */
import { isMatch, matchSegment } from './match-segment.js';
import { cutSegments, decodedSegments, type Segment } from './route-path.js';

export interface Routed {
  readonly method: string;
  readonly path: { readonly segments: readonly Segment[]; readonly parameters: readonly string[] };
}

export interface RouteMatch<R> {
  readonly route: R;
  /** The segments of the path, decoded. */
  readonly texts: readonly string[];
}

/** What the parameters of the route stand for, from left to right. */
export function valuesOf<R extends Routed>({ route, texts }: RouteMatch<R>): readonly string[] {
  return route.path.segments.flatMap((segment, index) => matchSegment(segment, texts[index] ?? '') ?? []);
}

export class Router<R extends Routed> {
  readonly #methods = new Map<string, MethodRoutes<R>>();

  #count = 0;

  /** Behind all that are there. */
  add(route: R): void {
    const method = route.method.toUpperCase();
    let own = this.#methods.get(method);
    if (!own) this.#methods.set(method, (own = new MethodRoutes()));
    own.add(route, this.#count);
    this.#count += 1;
  }

  /** The path starts with `/` and has no query. */
  find(method: string, path: string): RouteMatch<R> | undefined {
    return this.#methods.get(method)?.find(path);
  }

  /** Methods that have a route for the path. */
  methodsFor(path: string): string[] {
    return [...this.#methods].filter(([, routes]) => routes.find(path)).map(([method]) => method);
  }
}

interface Leaf<R> {
  readonly route: R;
  readonly order: number;
}

interface Node<R> {
  readonly plain: Map<string, Node<R>>;
  /** By their texts, so that many of them are found as fast as few. */
  readonly mixed: Map<string, { readonly segment: Segment; readonly node: Node<R> }>;
  parameter: Node<R> | undefined;
  leaf: Leaf<R> | undefined;
}

class MethodRoutes<R extends Routed> {
  readonly #root: Node<R> = makeNode();
  /** Nothing beats plain text all along, so such a path needs no walk. */
  readonly #whole = new Map<string, RouteMatch<R>>();

  add(route: R, order: number): void {
    let node = this.#root;
    for (const segment of route.path.segments) node = child(node, segment);
    node.leaf ??= { route, order };
    const whole = wholePath(route.path.segments);
    if (whole !== undefined && !this.#whole.has(whole))
      this.#whole.set(whole, { route, texts: cutSegments(whole) });
  }

  find(path: string): RouteMatch<R> | undefined {
    const known = this.#whole.get(path);
    if (known) return known;
    const texts = decodedSegments(path);
    const leaf = descend([this.#root], texts, 0);
    return leaf && { route: leaf.route, texts };
  }
}

/** Paths with escapes are always walked, so what must be written with one stays out. */
function wholePath(segments: readonly Segment[]): string | undefined {
  const texts: string[] = [];
  for (const segment of segments) {
    if (segment.kind !== 'plain' || /[/%]/.test(segment.text)) return undefined;
    texts.push(segment.text);
  }
  return `/${texts.join('/')}`;
}

function makeNode<R>(): Node<R> {
  return { plain: new Map(), mixed: new Map(), parameter: undefined, leaf: undefined };
}

function child<R>(node: Node<R>, segment: Segment): Node<R> {
  switch (segment.kind) {
    case 'plain': {
      const known = node.plain.get(segment.text) ?? makeNode<R>();
      node.plain.set(segment.text, known);
      return known;
    }
    case 'parameter':
      return (node.parameter ??= makeNode());
    case 'mixed': {
      const texts = JSON.stringify(segment.texts);
      const known = node.mixed.get(texts) ?? { segment, node: makeNode<R>() };
      node.mixed.set(texts, known);
      return known.node;
    }
  }
}

/** All nodes have the same rank so far. Each node has one parent, so none is looked at twice. */
function descend<R>(nodes: readonly Node<R>[], texts: readonly string[], depth: number): Leaf<R> | undefined {
  const text = texts[depth];
  if (text === undefined) return firstLeaf(nodes);
  const [only] = nodes;
  // The usual case makes no lists.
  if (only && nodes.length === 1 && only.mixed.size === 0) return descendOne(only, text, texts, depth);
  return (
    descendInto(
      nodes.flatMap((node) => node.plain.get(text) ?? []),
      texts,
      depth,
    ) ??
    descendInto(
      nodes.flatMap((node) => mixedChildren(node, text)),
      texts,
      depth,
    ) ??
    (text === ''
      ? undefined
      : descendInto(
          nodes.flatMap((node) => node.parameter ?? []),
          texts,
          depth,
        ))
  );
}

function descendOne<R>(
  { plain, parameter }: Node<R>,
  text: string,
  texts: readonly string[],
  depth: number,
): Leaf<R> | undefined {
  const same = plain.get(text);
  const found = same && descend([same], texts, depth + 1);
  if (found) return found;
  return parameter && text !== '' ? descend([parameter], texts, depth + 1) : undefined;
}

function descendInto<R>(
  nodes: readonly Node<R>[],
  texts: readonly string[],
  depth: number,
): Leaf<R> | undefined {
  return nodes.length === 0 ? undefined : descend(nodes, texts, depth + 1);
}

function mixedChildren<R>({ mixed }: Node<R>, text: string): Node<R>[] {
  if (mixed.size === 0) return [];
  return [...mixed.values()].filter(({ segment }) => isMatch(segment, text)).map(({ node }) => node);
}

function firstLeaf<R>(nodes: readonly Node<R>[]): Leaf<R> | undefined {
  let first: Leaf<R> | undefined;
  for (const { leaf } of nodes) if (leaf && (!first || leaf.order < first.order)) first = leaf;
  return first;
}
