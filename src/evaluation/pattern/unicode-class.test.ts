import { describe, expect, it } from 'vitest';
import { findSharedProperty } from './unicode-class.js';

describe('Unicode properties that the linear engine has too', () => {
  it.each([
    ['Script=Greek', 'Greek'],
    ['sc=Greek', 'Greek'],
    ['gc=Lu', 'Lu'],
    ['General_Category=Lu', 'Lu'],
    ['L', 'L'],
    ['Nd', 'Nd'],
  ])('%s is %s', (written, name) => {
    expect(findSharedProperty(written)).toBe(name);
  });

  it.each([
    ['unassigned characters', 'Cn'],
    ['a category with unassigned characters', 'gc=C'],
    ['a binary property', 'Emoji'],
    ['the long name of a category', 'Uppercase_Letter'],
    ['the extensions of a script', 'Script_Extensions=Greek'],
  ])('%s are not among them', (_what, written) => {
    expect(findSharedProperty(written)).toBeUndefined();
  });
});
