import { array, assert, nat, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseText } from '../parse-file.js';

/** The references of each request without a dependency, as `index:name`. */
function missing(text: string): string[] {
  return parseText(text, 'a.http')
    .diagnostics.filter(({ code }) => code === 'missing_depends')
    .map(({ message }) => message);
}

function request(index: number, depends: readonly number[], references: readonly number[]): string {
  const lines = depends.map((other) => `# @depends r${other}\n`).join('');
  const used = references.map((other) => `/{{r${other}.id}}`).join('');
  return `### r${index}\n# @name r${index}\n${lines}GET http://127.0.0.1:1${used}\n\n>>>capture\nid from body.id\n<<<\n\n`;
}

function finding(name: number): string {
  return `\`{{r${name}.id}}\` is used without \`# @depends r${name}\``;
}

describe('references without a dependency', () => {
  it.each([
    ['the one before', (index: number) => index - 1],
    ['the first one', () => 0],
  ])('are found behind a long chain of requests that use %s', (_, used) => {
    const count = 2500;
    const chain = Array.from({ length: count }, (__, index) =>
      index === 0 ? request(0, [], []) : request(index, [index - 1], [used(index)]),
    );
    const text = `${chain.join('')}${request(count, [], [7])}${request(count + 1, [count], [count])}`;
    expect(missing(text)).toEqual([finding(7)]);
  });

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
