import { describe, expect, it } from 'vitest';
import { createExclusion } from './exclude.js';

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
