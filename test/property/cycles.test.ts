/** Cycles of variables and dependencies are reported for any graph, whatever the order of its definitions. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findCycles } from '../../src/request-file/model/find-cycles.js';
import { parseText } from '../../src/request-file/parse-file.js';

/** For each node, the nodes that it refers to. */
const graphs = fc.integer({ min: 1, max: 7 }).chain((count) =>
  fc.array(fc.uniqueArray(fc.nat({ max: count - 1 }), { maxLength: 3 }), {
    minLength: count,
    maxLength: count,
  }),
);

function chainsOf(edges: readonly (readonly number[])[]): string[] {
  return findCycles(edges).map((cycle) => [...cycle, cycle[0]].map((node) => `n${node}`).join(' → '));
}

function reported(text: string, code: string): string[] {
  const { diagnostics } = parseText(text, 'a.http');
  return diagnostics.filter((each) => each.code === code).map(({ message }) => message.replace(/^.*?: /, ''));
}

it('of variables, where the last definition counts', () => {
  fc.assert(
    fc.property(graphs, graphs, (edges, earlier) => {
      const line = (targets: readonly number[], node: number) =>
        `@n${node} = x${targets.map((target) => `{{n${target}}}`).join('-')}\n`;
      const overwritten = earlier.slice(0, edges.length);
      const text = `${overwritten.map(line).join('')}${edges.map(line).join('')}\nGET http://127.0.0.1/\n`;
      expect(reported(text, 'variable_cycle').toSorted()).toEqual(chainsOf(edges).toSorted());
    }),
  );
});

it('of dependencies', () => {
  fc.assert(
    fc.property(graphs, (edges) => {
      const requests = edges.map((targets, node) => {
        const names = targets.map((target) => `n${target}`).join(', ');
        const depends = names === '' ? '' : `# @depends ${names}\n`;
        return `### n${node}\n# @name n${node}\n${depends}GET http://127.0.0.1/\n`;
      });
      const chains = reported(requests.join('\n'), 'dependency_cycle');
      expect(chains.toSorted()).toEqual(chainsOf(edges).toSorted());
    }),
  );
});
