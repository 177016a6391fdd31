import { describe, expect, it } from 'vitest';
import { readPath } from '../../request-file/expressions/parse-path.js';
import { ABSENT } from './absent.js';
import { codePoints, valueAt } from './body-path.js';

const document = {
  a: { b: [10, 20, { c: 'x' }], 'odd key': 1, $ref: 'r', length: 7, '0': 'zero', '': 'empty' },
  list: [{ n: 1, t: [1, 2] }, { n: 2, t: [3] }, 5, { t: 'no' }],
  text: 'a😀b',
  nothing: null,
  deep: [[[1], [2]], [[3]]],
};

function at(path: string): unknown {
  const reading = readPath(path);
  if (!reading.ok) throw new Error(reading.reason);
  return valueAt(document, reading.steps);
}

describe('body paths', () => {
  it.each([
    ['', document],
    ['$', document],
    ['a.b', document.a.b],
    ['$.a.b[0]', 10],
    ['a.b.1', 20],
    ['a.b[-1].c', 'x'],
    ['a.b[-3]', 10],
    ['a["odd key"]', 1],
    ["a['odd key']", 1],
    ['a.$ref', 'r'],
    ['a.0', 'zero'],
    ['a.length', 7],
    ['a.b.length', 3],
    ['text.length', 3],
    ['nothing', null],
    ['list[*].n', [1, 2]],
    ['list[*].t[*]', [1, 2, 3]],
    ['list[*].t.length', [2, 1, 2]],
    ['deep[*][*]', [[1], [2], [3]]],
    ['deep[*][*][*]', [1, 2, 3]],
    ['list[*].gone', []],
    ['a[*]', ['zero', [10, 20, { c: 'x' }], 1, 'r', 7, 'empty']],
  ])('%s', (path, value) => {
    expect(at(path)).toEqual(value);
  });

  it.each([
    'gone',
    'a.gone.more',
    'a[0]',
    'a.b[3]',
    'a.b[-4]',
    'a.b.x',
    'text[0]',
    'text.x',
    'text.length.x',
    'nothing.x',
    'nothing[*]',
    'text[*]',
    'gone[*].x',
    'constructor',
    '__proto__',
    'a.toString',
    'list.push',
  ])('%s is absent', (path) => {
    expect(at(path)).toBe(ABSENT);
  });

  it('counts code points, lone surrogates too', () => {
    expect(codePoints('')).toBe(0);
    expect(codePoints('a😀é')).toBe(3);
    expect(codePoints('\ud83d\ud83d\ude00')).toBe(2);
  });
});
