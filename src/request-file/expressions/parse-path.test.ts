import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathProblem, readPath, type PathStep } from './parse-path.js';

const key = (name: string): PathStep => ({ kind: 'key', key: name });
const dotted = (index: number): PathStep => ({ kind: 'index', index, bracket: false });
const bracket = (index: number): PathStep => ({ kind: 'index', index, bracket: true });
const all: PathStep = { kind: 'all' };

describe('readPath', () => {
  it.each<[string, readonly PathStep[]]>([
    ['', []],
    ['$', []],
    ['a', [key('a')]],
    ['a.b-c', [key('a'), key('b-c')]],
    ['$.a', [key('a')]],
    ['$[0]', [bracket(0)]],
    ['$ref', [key('$ref')]],
    ['a.$', [key('a'), key('$')]],
    ['0', [dotted(0)]],
    ['a.0.b', [key('a'), dotted(0), key('b')]],
    ['a.007', [key('a'), key('007')]],
    ['[0].a', [bracket(0), key('a')]],
    ['a[-1]', [key('a'), bracket(-1)]],
    ['a[*][*].b', [key('a'), all, all, key('b')]],
    ['["any key"]', [key('any key')]],
    ["a['b.c']", [key('a'), key('b.c')]],
    ['["a\\"b\\\\c"]', [key('a"b\\c')]],
    ['[""]', [key('')]],
    ['a.length', [key('a'), key('length')]],
    ['ünï.日本', [key('ünï'), key('日本')]],
    ['a{b}:c/d', [key('a{b}:c/d')]],
    ['__proto__.constructor', [key('__proto__'), key('constructor')]],
  ])('%j', (text, steps) => {
    expect(readPath(text)).toEqual({ ok: true, steps });
  });

  it.each([
    '.',
    '.a',
    'a.',
    'a..b',
    '$.',
    '$..a',
    'a.[0]',
    '[',
    '[]',
    '[x]',
    '[ 0]',
    '[1.5]',
    '[0',
    '["a',
    '["a"',
    '["a"b]',
    '[0]a',
    'a b',
    'a\tb',
    'a(b)',
    'a=b',
    'a<b',
    'a>b',
    'a!b',
    'a#b',
    'a,b',
    'a"b"',
    "a'b'",
    'a]',
    '[*',
    '[**]',
    '[99999999999999999999]',
  ])('refuses %j', (text) => {
    expect(readPath(text)).toMatchObject({ ok: false, reason: expect.stringMatching(/./) as string });
  });
});

describe('pathProblem', () => {
  it('finds what reading the path finds', () => {
    const pieces = ['a', 'Z', '_', '-', '0', '9', '.', '$', '[', ']', '*', '"', "'", ' ', '!', '#', 'é'];
    const paths = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((each) => each.join(''));
    fc.assert(
      fc.property(paths, (path) => {
        const parsed = readPath(path);
        expect(pathProblem(path)).toBe(parsed.ok ? undefined : parsed.reason);
      }),
      { numRuns: 2000 },
    );
  });
});
