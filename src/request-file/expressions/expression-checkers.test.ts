import { describe, expect, it } from 'vitest';
import { loadCheckers } from './expression-checkers.js';
import { dedent } from '../../../test/support/dedent.js';
import { parseRequestFile } from '../parse-file.js';

const { jsonpath, xpath } = await loadCheckers('jsonpath xpath');

describe('loadCheckers', () => {
  it('loads only what a text mentions', async () => {
    expect(Object.keys(await loadCheckers('GET http://x/'))).toEqual([]);
    expect(Object.keys(await loadCheckers('expect jsonpath $'))).toEqual(['jsonpath']);
    expect(Object.keys(await loadCheckers('a from xpath /a'))).toEqual(['xpath']);
  });

  it('is used when a file is read from anywhere', async () => {
    const text = dedent`
      GET http://x/
      >>>
      expect jsonpath a exists
      expect xpath //[ exists
      <<<
      >>>capture
      a from jsonpath $[
      <<<
    `;
    const file = await parseRequestFile(new TextEncoder().encode(text), 'a.http');
    expect(file.diagnostics.map(({ line, code }) => [line, code])).toEqual([
      [3, 'bad_path'],
      [4, 'bad_path'],
      [7, 'bad_path'],
    ]);
  });
});

describe('JSONPath, RFC 9535', () => {
  it.each([
    ...['$', '$.a', "$['a b']", '$["a"]', '$[0]', '$[-1]', '$[1:5:2]', '$[*]', '$.*', '$..a', '$..[0, 1]'],
    ...[
      "$[?@.a == 'x']",
      '$[?(@.a > 1 && !@.b)]',
      '$[?length(@.a) > 2]',
      '$[?match(@.a, "x.*")]',
      '$ .a',
      '$.ä',
    ],
  ])('%s is one', (expression) => {
    expect(jsonpath?.(expression)).toBeUndefined();
  });

  it.each([
    ...['', 'a', '.a', '$.', '$..', '$[', '$[]', '$[a]', '$[01]', '$[1', '$.a b', "$['a]", '$[?@.a === 1]'],
    ...['$[?(@.a]', '$.a[(@.length-1)]', '$[?nope(@)]', '$[?@.a = 1]', '$a', '$[?1]', '$.[a]'],
  ])('%j is none', (expression) => {
    expect(jsonpath?.(expression)).toMatch(/./);
  });
});

describe('XPath', () => {
  it.each([
    ...['/', '//a', '/a/b[1]/@c', 'count(//a)', "//a[@b = 'c']/text()", '//a[position() < 3]', 'string(/a)'],
    ...[
      '//a:b',
      '1 + 2',
      '//a | //b',
      'ancestor::x',
      "concat('a', //b)",
      "//*[local-name() = 'x']",
      'not(//a)',
    ],
  ])('%s is one', (expression) => {
    expect(xpath?.(expression)).toBeUndefined();
  });

  it.each([
    '',
    '//',
    '//a[',
    '//a]',
    'count(',
    '//a[@]',
    '/a//',
    "'a",
    '1 +',
    '@',
    'a b',
    '(',
    '//a[1',
    '$',
    '///',
  ])('%j is none', (expression) => {
    expect(xpath?.(expression)).toMatch(/./);
  });
});
