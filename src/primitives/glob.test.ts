import { describe, expect, it } from 'vitest';
import { compileGlob } from './glob.js';

describe('compileGlob', () => {
  it.each([
    ['create*', 'createOrder', true],
    ['create*', 'create', true],
    ['create*', 're-create', false],
    ['*Order', 'createOrder', true],
    ['*Order', 'createOrders', false],
    ['*ate*der', 'createOrder', true],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['*ab*ba*', 'aba', false],
    ['*ab*ba*', 'abba', true],
    ['get?', 'get1', true],
    ['get?', 'get', false],
    ['get?', 'get12', false],
    ['?', '😀', true],
    ['??', '😀', false],
    ['*?', '', false],
    ['**', '', true],
    ['*', 'anything at all', true],
    ['', '', true],
    ['', 'x', false],
    ['Login', 'login', false],
    ['GET http://*/items?page=*', 'GET http://host/items?page=2', true],
    ['a.b', 'axb', false],
    ['[ab]', '[ab]', true],
  ])('%j on %j is %s', (glob, name, expected) => {
    expect(compileGlob(glob)(name)).toBe(expected);
  });
});
