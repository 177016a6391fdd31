import { array, assert, nat, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { missing, request, finding } from '../../../test/support/unit/check-references-setup.js';

describe('references without a dependency', () => {
  it('are those that no path of dependencies leads to', () => {
    const graph = array(tuple(array(nat(60), { maxLength: 2 }), array(nat(60), { maxLength: 3 })), {
      minLength: 1,
      maxLength: 60,
    });
    assert(
      property(graph, (nodes) => {
        const within = (others: readonly number[]): number[] => [
          ...new Set(others.map((other) => other % nodes.length)),
        ];
        const edges = nodes.map(([depends]) => within(depends));
        const text = nodes
          .map(([, used], index) => request(index, edges[index] ?? [], within(used)))
          .join('');
        const expected = nodes.flatMap(([, used], index) => {
          const reached = new Set(edges[index]);
          for (const each of reached) for (const next of edges[each] ?? []) reached.add(next);
          return within(used)
            .filter((other) => other !== index && !reached.has(other))
            .map(finding);
        });
        expect(missing(text)).toEqual(expected);
      }),
    );
  });
});
