import { describe, expect, it } from 'vitest';
import {
  commaList,
  dependencyNames,
  otherFileDependency,
  readDirectiveDuration,
  readInteger,
  readWaitFor,
} from './directive-values.js';

describe('readDirectiveDuration', () => {
  it.each([
    ['0', 0],
    ['250', 250],
    ['250ms', 250],
    ['5 s', 5000],
    ['5\ts', 5000],
    ['2m', 120_000],
    ['1 h', 3_600_000],
    ['007', 7],
  ])('%j', (text, milliseconds) => {
    expect(readDirectiveDuration(text)).toBe(milliseconds);
  });

  it.each(['', 's', '-1', '1.5s', '1d', '5 S', '1s 2', '1e3', '9'.repeat(400), '１'])(
    '%j is none',
    (text) => {
      expect(readDirectiveDuration(text)).toBeUndefined();
    },
  );
});

describe('readInteger', () => {
  it('takes digits only', () => {
    expect(['0', '42', '', '-1', '1.0', '1e3', ' 1', '9'.repeat(400)].map(readInteger)).toEqual([
      0,
      42,
      ...[undefined, undefined, undefined, undefined, undefined, undefined],
    ]);
  });
});

describe('commaList', () => {
  it('trims and drops what is empty', () => {
    expect(['', 'a', ' a , b,,c ,', ','].map(commaList)).toEqual([[], ['a'], ['a', 'b', 'c'], []]);
  });
});

describe('readWaitFor', () => {
  const waiting = (status: number | string, timeout: number | string, interval: number | string): object => ({
    url: 'http://x/',
    status,
    timeout,
    interval,
  });

  it.each([
    ['', waiting(200, 30_000, 1000)],
    ['503', waiting(503, 30_000, 1000)],
    ['5s', waiting(200, 5000, 1000)],
    ['204 5s', waiting(204, 5000, 1000)],
    ['204 5 s 250', waiting(204, 5000, 250)],
    ['204 5000 250', waiting(204, 5000, 250)],
    ['5 s 1 s', waiting(200, 5000, 1000)],
    ['{{a}}', waiting('{{a}}', 30_000, 1000)],
    ['{{a}} {{b}} {{ c d }}', waiting('{{a}}', '{{b}}', '{{ c d }}')],
    ['200 {{b}}', waiting(200, '{{b}}', 1000)],
  ])('http://x/ %s', (rest, found) => {
    expect(readWaitFor(`http://x/ ${rest}`)).toEqual(found);
  });

  it.each(['', 'u 99', 'u 600', 'u x', 'u 200 x', 'u 200 1 x', 'u 200 1 2 3', 'u 200 -1', 'u {{a}}b'])(
    '%j is none',
    (value) => {
      expect(readWaitFor(value)).toBeUndefined();
    },
  );
});

describe('dependencyNames', () => {
  const names = (text: string): string[] =>
    dependencyNames(text).map(({ name, start, end }) => `${start}-${end} ${name}`);

  it.each([
    ['', []],
    [' , ,', []],
    ['a', ['0-1 a']],
    [', a', ['2-3 a']],
    ['a, b c ,d', ['0-1 a', '3-6 b c', '8-9 d']],
    ['"a, b", c', ['0-6 a, b', '8-9 c']],
    ['"a\\"b\\\\"', ['0-8 a"b\\']],
    ['a "b", c', ['0-5 a "b"', '7-8 c']],
    ['"a" b, c', ['0-5 "a" b', '7-8 c']],
    ['"a, b', ['0-2 "a', '4-5 b']],
    ['"", a', ['4-5 a']],
  ])('%j', (text, found) => {
    expect(names(text)).toEqual(found);
  });
});

describe('otherFileDependency', () => {
  it.each([
    ['./auth.http#login', './auth.http', 'login'],
    ['a.spec#b c', 'a.spec', 'b c'],
    ['A.HTTP#x#y', 'A.HTTP', 'x#y'],
    ['a.http.http#x', 'a.http.http', 'x'],
    ['a\u2028b.http#c\u2028d', 'a\u2028b.http', 'c\u2028d'],
  ])('%j', (text, path, name) => {
    expect(otherFileDependency(text)).toEqual({ path, name });
  });

  it.each(['login', 'a.http', 'a.http#', '#x', '.http#x', 'a.txt#x', 'issue #4'])('%j is none', (text) => {
    expect(otherFileDependency(text)).toBeUndefined();
  });
});
