import { describe, expect, it } from 'vitest';
import { cutPattern, patternEnd, patternProblem, readSubject } from './parse-subject.js';

/** Subject, its text and what is left of the line; the next token is an operator when it is `OP`. */
function subject(line: string): unknown[] {
  const site = readSubject(line, 0, line.length, (text, at) => text.startsWith('OP', at));
  return [
    site.subject,
    site.text,
    line.slice(site.end),
    ...(site.problem === undefined ? [] : [site.problem]),
  ];
}

describe('readSubject', () => {
  it.each(['status', 'duration', 'size', 'sha256', 'url'] as const)('%s', (kind) => {
    expect(subject(`${kind} OP x`)).toEqual([{ kind }, kind, ' OP x']);
    expect(subject(`${kind}>=1`)).toEqual([{ kind }, kind, '>=1']);
  });

  it.each(['p50', 'p95', 'p99'])('%s is the duration', (word) => {
    expect(subject(`${word} < 1`)).toEqual([{ kind: 'duration' }, word, ' < 1']);
  });

  it.each([
    ['header', { kind: 'headers' }, 'header', ''],
    ['header OP', { kind: 'headers' }, 'header', ' OP'],
    ['header  A-b  x', { kind: 'header', name: 'A-b' }, 'header A-b', '  x'],
    ['header "OP" x', { kind: 'header', name: 'OP' }, 'header "OP"', ' x'],
    ['header A=x', { kind: 'header', name: 'A' }, 'header A', '=x'],
    ['cookie a x', { kind: 'cookie', name: 'a' }, 'cookie a', ' x'],
    [
      'jsonpath $.a[?@.b == 1] x',
      { kind: 'jsonpath', expression: '$.a[?@.b == 1]' },
      'jsonpath $.a[?@.b == 1]',
      ' x',
    ],
    ['jsonpath "$.a b" x', { kind: 'jsonpath', expression: '$.a b' }, 'jsonpath "$.a b"', ' x'],
    ['xpath \'a["b"]\' x', { kind: 'xpath', expression: 'a["b"]' }, 'xpath \'a["b"]\'', ' x'],
    [
      'jsonpath "$[\\"a\\"].\\u0062\\d" x',
      { kind: 'jsonpath', expression: '$["a"].b\\d' },
      'jsonpath "$[\\"a\\"].\\u0062\\d"',
      ' x',
    ],
    ["header 'it\\'s' x", { kind: 'header', name: "it's" }, "header 'it\\'s'", ' x'],
    ['xpath //a=1 x', { kind: 'xpath', expression: '//a=1' }, 'xpath //a=1', ' x'],
    ['regex /a b/i x', { kind: 'regex', pattern: 'a b', flags: 'i' }, 'regex /a b/i', ' x'],
    ['body', { kind: 'body', path: '' }, 'body', ''],
    ['body.a[0] x', { kind: 'body', path: 'a[0]' }, 'body.a[0]', ' x'],
    ['body[0] x', { kind: 'body', path: '[0]' }, 'body[0]', ' x'],
    ['a.b x', { kind: 'body', path: 'a.b' }, 'a.b', ' x'],
    ['a["b c"]!=x', { kind: 'body', path: 'a["b c"]' }, 'a["b c"]', '!=x'],
    ['bodyguard x', { kind: 'body', path: 'bodyguard' }, 'bodyguard', ' x'],
    ['cookie a\u00a0 x', { kind: 'cookie', name: 'a\u00a0' }, 'cookie a\u00a0', ' x'],
    ['statuses x', { kind: 'body', path: 'statuses' }, 'statuses', ' x'],
  ])('%s', (line, found, text, rest) => {
    expect(subject(line)).toEqual([found, text, rest]);
  });

  it.each([
    'cookie',
    'cookie = x',
    'jsonpath',
    'xpath ',
    'regex',
    'regex a',
    'regex /a',
    'body.',
    'a..b',
    'a[x]',
  ])('%j has a problem', (line) => {
    expect(subject(line)).toHaveLength(4);
  });
});

describe('patterns', () => {
  it.each([
    ['/a/', '/a/'],
    ['/a/i rest', '/a/i'],
    ['/a b/ rest', '/a b/'],
    ['/a\\/b/ rest', '/a\\/b/'],
    ['/a/b/ rest', '/a/b/'],
    ['/a/9/ rest', '/a/9/'],
    ['/[/]/ rest', '/[/]/'],
    ['/a/\trest', '/a/'],
  ])('%j ends behind %s', (text, written) => {
    expect(text.slice(0, patternEnd(text, 0, text.length))).toBe(written);
  });

  it.each(['a', '/', '/a', '/a\\/', '/a/9'])('%j is none', (text) => {
    expect(patternEnd(text, 0, text.length)).toBe(-1);
  });

  it('are cut at their last slash', () => {
    expect(cutPattern('/a/b/ms')).toEqual({ source: 'a/b', flags: 'ms' });
  });

  it.each([
    ['^a$', ''],
    ['\\p{L}+', 'ims'],
    ['(?<year>\\d{4})', 'i'],
    ['', ''],
  ])('/%s/%s is one', (source, flags) => {
    expect(patternProblem(source, flags)).toBeUndefined();
  });

  it.each([
    ['(', ''],
    ['[b-a]', ''],
    ['\\p{Nope}', ''],
    ['a{2,1}', ''],
    ['\\-', ''],
    ['a', 'g'],
    ['a', 'u'],
    ['a', 'ii'],
  ])('/%s/%s is none', (source, flags) => {
    expect(patternProblem(source, flags)).toMatch(/./);
  });
});

describe('quoted expressions are strings (language section 6.3)', () => {
  it.each([
    ['"a"', 'a'],
    ['"a\\"b"', 'a"b'],
    ["'a\\'b\"'", 'a\'b"'],
    ['"\\d\\\\d\\t"', '\\d\\d\t'],
    ['"$[\\"\\u263A\\"]"', '$["☺"]'],
  ])('%s', (quoted, expression) => {
    const text = `jsonpath ${quoted}`;
    expect(readSubject(text, 0, text.length, () => false).subject).toEqual({ kind: 'jsonpath', expression });
  });
});
