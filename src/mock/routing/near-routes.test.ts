import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance } from '../../primitives/near-names.js';
import { isMatch } from './match-segment.js';
import { nearRoutes } from './near-routes.js';
import { cutSegments, type Segment } from './route-path.js';

interface Route {
  readonly method: string;
  readonly path: { readonly segments: readonly Segment[]; readonly parameters: readonly string[] };
}

const words = fc.constantFrom('a', 'ab', 'ba', 'item', 'items', 'stem', '');
const segment: fc.Arbitrary<Segment> = fc.oneof(
  words.map((text) => ({ kind: 'plain', text }) as const),
  fc.constant({ kind: 'parameter', name: 'id' } as const),
  words.map((text) => ({ kind: 'mixed', texts: [text, '.x'], names: ['id'] }) as const),
);
const route: fc.Arbitrary<Route> = fc.record({
  method: fc.constantFrom('GET', 'PUT'),
  path: fc.record({ segments: fc.array(segment, { maxLength: 4 }), parameters: fc.constant([]) }),
});
const path = fc.array(fc.oneof(words, fc.constant('a.x')), { minLength: 1, maxLength: 4 });

/** As it is defined, with lists of everything. */
function defined(routes: readonly Route[], method: string, texts: readonly string[]): readonly Route[] {
  const ranked = routes.map((each, order) => {
    const { segments } = each.path;
    const letters = texts.reduce((sum, text, index) => {
      const own = segments[index];
      if (!own || isMatch(own, text)) return sum;
      return sum + editDistance(own.kind === 'plain' ? own.text : '', text, 64);
    }, 0);
    return { each, rank: [editsOf(segments, texts), letters, each.method === method ? 0 : 1, order] };
  });
  ranked.sort((a, b) => a.rank.map((n, i) => n - (b.rank[i] ?? 0)).find((n) => n !== 0) ?? 0);
  return ranked.slice(0, 3).map(({ each }) => each);
}

function editsOf(segments: readonly Segment[], texts: readonly string[]): number {
  const [head, ...tail] = segments;
  const [text, ...rest] = texts;
  if (head === undefined || text === undefined) return segments.length + texts.length;
  const replaced = editsOf(tail, rest) + (isMatch(head, text) ? 0 : 1);
  return Math.min(replaced, editsOf(tail, texts) + 1, editsOf(segments, rest) + 1);
}

it('are those of the definition', () => {
  fc.assert(
    fc.property(fc.array(route, { maxLength: 12 }), path, (routes, texts) => {
      const sent = `/${texts.join('/')}`;
      expect(nearRoutes(routes, 'GET', sent)).toEqual(defined(routes, 'GET', cutSegments(sent)));
    }),
    { numRuns: 500 },
  );
});

it('of very many and very long ones are found', () => {
  const plain = (text: string): Segment => ({ kind: 'plain', text });
  const routes = Array.from({ length: 30_000 }, (_, index): Route => ({
    method: 'GET',
    path: { segments: ['items', String(index), 'x'].map(plain), parameters: [] },
  }));
  const [first] = nearRoutes(routes, 'GET', '/items/1234/y');
  expect(first).toBe(routes[1234]);
  expect(nearRoutes(routes, 'GET', `/${'x/'.repeat(3000)}`)).toHaveLength(3);
});
