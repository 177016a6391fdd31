import { describe, expect, it } from 'vitest';
import { parseText } from '../parse-file.js';
import { mayIndent, regionAt, type LineRegion } from './line-region.js';

const TEXT: readonly (readonly [LineRegion, string])[] = [
  ['head', '@host = http://x'],
  ['head', '### One'],
  ['head', '# @name one'],
  ['head', 'POST {{host}}/'],
  ['headers', 'Accept: a/b'],
  ['headers', ''],
  ['body', '{'],
  ['body', '  "a": 1'],
  ['body', '}'],
  ['body', '>>>'],
  ['assertions', 'expect status 200'],
  ['assertions', '<<<'],
  ['tail', '>>>capture'],
  ['capture', 'a from body.a'],
  ['capture', '<<<'],
  ['tail', '>>>mock'],
  ['mock', '{}'],
  ['mock', '<<<'],
  ['tail', '>>>nothing'],
  ['unknown-block', 'x'],
  ['unknown-block', '<<<'],
  ['tail', 'GET {{host}}/two'],
  ['headers', '### Three'],
  ['head', 'GET {{host}}/three'],
  ['headers', '>>>'],
  ['assertions', ''],
];

it('names the region of each line', () => {
  const lines = TEXT.map(([, line]) => line);
  const found = lines.map((_, index) => regionAt((number) => lines[number - 1] ?? '', index + 1));
  expect(found).toEqual(TEXT.map(([region]) => region));
});

it('lets only free text be indented, and no delimiter in it', () => {
  const indented = TEXT.filter(([region, line]) => mayIndent(line, region)).map(([, line]) => line);
  expect(indented).toEqual(['{', '  "a": 1', '}', '{}']);
});

describe('variables below a request', () => {
  it.each<[string, readonly string[], readonly LineRegion[]]>([
    ['before the next request', ['@a = 1', '@b = 2', ''], ['tail', 'tail', 'body']],
    [
      'after blank lines, with a body below them',
      ['', '@a = 1', '', '{"a": 1}', '@b = 2'],
      ['body', 'tail', 'body', 'body', 'body'],
    ],
    ['that are secret', ['@secret a = 1', 'text'], ['tail', 'body']],
    ['that define nothing', ['@a', '@b = 2'], ['body', 'body']],
  ])('%s', (_title, below, expected) => {
    const lines = ['### One', 'GET http://x/', '&a=1', '?b=2', '', ...below];
    const regions = lines.map((_, index) => regionAt((number) => lines[number - 1] ?? '', index + 1));
    expect(regions).toEqual(['head', 'head', 'headers', 'headers', 'headers', ...expected]);
    const { variables } = parseText(lines.join('\n'), 'a.http');
    expect(variables.map(({ line }) => line)).toEqual(
      regions.flatMap((region, index) => (region === 'tail' ? [index + 1] : [])),
    );
  });

  it.each([
    ['with a Content-Type', ['### One', 'POST http://x/', 'content-type: text/plain', '', '@a = 1'], 'body'],
    [
      'of a request without a separator',
      ['GET http://x/', '>>>', '<<<', 'GET http://y/', '', '@a = 1'],
      'tail',
    ],
  ])('%s', (_title, lines, expected) => {
    expect(regionAt((number) => lines[number - 1] ?? '', lines.length)).toBe(expected);
    expect(parseText(lines.join('\n'), 'a.http').variables).toHaveLength(expected === 'tail' ? 1 : 0);
  });
});
