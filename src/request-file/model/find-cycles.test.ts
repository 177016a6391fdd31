import { describe, expect, it } from 'vitest';
import { findCycles } from './find-cycles.js';

describe('findCycles', () => {
  it.each<[string, readonly (readonly number[])[], readonly (readonly number[])[]]>([
    ['nothing', [], []],
    ['no edges', [[], []], []],
    ['a chain', [[1], [2], []], []],
    ['a diamond', [[1, 2], [3], [3], []], []],
    ['a node that needs itself', [[0]], [[0]]],
    ['two nodes', [[1], [0]], [[0, 1]]],
    ['a way into a cycle', [[1], [2], [1]], [[1, 2]]],
    ['the smallest node first', [[], [3], [1], [2]], [[1, 3, 2]]],
    [
      'two groups',
      [[1], [0], [3], [2]],
      [
        [0, 1],
        [2, 3],
      ],
    ],
    [
      'one cycle for a group of many',
      [
        [1, 2],
        [0, 2],
        [0, 1],
      ],
      [[0, 1]],
    ],
    ['two cycles that share a node', [[1], [0, 2], [1]], [[0, 1]]],
    [
      'repeated edges',
      [
        [1, 1],
        [0, 0],
      ],
      [[0, 1]],
    ],
  ])('%s', (_case, edges, cycles) => {
    expect(findCycles(edges)).toEqual(cycles);
  });
});
