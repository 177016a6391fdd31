import { describe, expect, it } from 'vitest';
import { createExclusion } from './exclude-paths.js';

describe('a pattern', () => {
  it.each([
    ['/health', '/health', true],
    ['/health', '/healthy/x', true],
    ['/health', '/Health', false],
    ['health', '/health', true],
    ['health', '/a/health', false],
    ['/a/*', '/a/b', true],
    ['/a/*', '/a/b/c', false],
    ['/a/*', '/a/', true],
    ['/a/**', '/a/b/c', true],
    ['**.png', '/a/b.png', true],
    ['*.png', '/a.png', true],
    ['*.png', '/a/b.png', false],
    ['/a/*/c', '/a/b/c', true],
    ['/a/*/c', '/a/b/d/c', false],
    ['/a**z*', '/a/b/zy', true],
    ['/a**z*', '/a/z/zy', true],
    ['/a**z*', '/a/z/y', false],
  ])('%s for %s: %s', (pattern, path, expected) => {
    expect(createExclusion([pattern])(path)).toBe(expected);
  });

  it('takes no longer for stars that could match in many ways', () => {
    const isExcluded = createExclusion([`/${'*a**'.repeat(50)}b`]);
    expect(isExcluded(`/${'a'.repeat(2000)}`)).toBe(false);
  });

  it('is nothing when it is empty', () => {
    expect(createExclusion(['', '/x'])('/y')).toBe(false);
  });
});

describe('long patterns', () => {
  it('give the same as trying every way', () => {
    const ways = (pattern: string, path: string): boolean => {
      if (pattern === '') return path === '';
      const star = /^\*+/.exec(pattern)?.[0];
      if (star === undefined) return path[0] === pattern[0] && ways(pattern.slice(1), path.slice(1));
      for (let end = 0; end <= path.length; end++) {
        if (ways(pattern.slice(star.length), path.slice(end))) return true;
        if (star.length === 1 && path[end] === '/') return false;
      }
      return false;
    };
    const text = (length: number, seed: number, letters: string): string =>
      Array.from(
        { length },
        (_, at) => letters[(seed * 7919 + at * at * 31 + at * seed) % letters.length],
      ).join('');
    let accepted = 0;
    for (let seed = 0; seed < 2000; seed++) {
      const pattern = `/*${text(seed % 9, seed, 'a*/b')}`;
      const path = `/${text(seed % 11, seed + 5, 'ab/')}`;
      const expected = ways(pattern, path);
      if (expected) accepted++;
      expect(createExclusion([pattern])(path), `${pattern} for ${path}`).toBe(expected);
    }
    expect(accepted).toBeGreaterThan(50);
    // Places beyond the first 32 are distinguished too.
    const long = `/${'a'.repeat(70)}`;
    expect(createExclusion([`${long}*c`])(`${long}bc`)).toBe(true);
    expect(createExclusion([`${long}*c`])(`${long.slice(1)}bc`)).toBe(false);
  });
});
