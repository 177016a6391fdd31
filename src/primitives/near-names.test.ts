import { describe, expect, it } from 'vitest';
import { editDistance, nearest } from './near-names.js';

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['list', 'list', 0],
    ['lst', 'list', 1],
    ['lists', 'list', 1],
    ['lost', 'list', 1],
    ['lsit', 'list', 1],
    ['ilts', 'list', 2],
    ['kitten', 'sitting', 3],
    ['abc', '', 3],
  ])('%j to %j is %d', (a, b, expected) => {
    expect(editDistance(a, b, 5)).toBe(expected);
    expect(editDistance(b, a, 5)).toBe(expected);
  });

  it('stops counting just above the limit', () => {
    expect(editDistance('validate', 'completion', 2)).toBe(3);
    expect(editDistance('a'.repeat(50_000), 'b'.repeat(50_000), 2)).toBe(3);
  });
});

describe('nearest', () => {
  const commands = ['validate', 'list', 'fmt', 'init', 'version', 'completion', 'help'];

  it('finds words at most two edits away, best first', () => {
    expect(nearest('validte', commands)).toEqual(['validate']);
    expect(nearest('lits', commands)).toEqual(['list']);
    expect(nearest('int', ['mint', 'hints', 'init'])).toEqual(['mint', 'init', 'hints']);
  });

  it('ignores case', () => {
    expect(nearest('LIST', commands)).toEqual(['list']);
    expect(nearest('timeout', ['Timeout'])).toEqual(['Timeout']);
  });

  it('offers nothing when nothing is near', () => {
    expect(nearest('deploy', commands)).toEqual([]);
    expect(nearest('x', ['-q', 'ab'])).toEqual([]);
  });

  it('gives at most the asked number', () => {
    expect(nearest('aa', ['ab', 'ac', 'ad', 'ae'])).toHaveLength(3);
    expect(nearest('aa', ['ab', 'ac', 'ad', 'ae'], 1)).toEqual(['ab']);
  });
});
