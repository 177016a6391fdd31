import { describe, expect, it } from 'vitest';
import { SIGN_IN_TEXT } from '../../../test/support/editors/sign-in-text.js';
import { analyseText } from '../analysed-text.js';
import { foldingOf } from './folding.js';
import { lensesOf } from './lenses.js';
import { symbolsOf, type FileSymbol } from './symbols.js';

function shown({ kind, name, range, selection, children }: FileSymbol): unknown[] {
  const { line, endLine, endColumn } = range;
  const place = `${selection.line}:${selection.column}-${selection.endColumn}`;
  return [`${kind} ${name} ${line}-${endLine}:${endColumn} at ${place}`, ...children.flatMap(shown)];
}

function symbols(text: string): unknown[] {
  return symbolsOf(analyseText(text, 'a.http')).flatMap(shown);
}

describe('the symbols of a file', () => {
  it('are variables, requests and captures', () => {
    expect(symbols(SIGN_IN_TEXT)).toEqual([
      'variable host 1-1:25 at 1:2-6',
      'request login 2-13:4 at 3:9-14',
      'capture token 11-11:22 at 11:1-6',
      'capture user 12-12:27 at 12:8-12',
      'request orders 15-18:29 at 15:5-11',
      'capture n 17-17:13 at 17:8-9',
    ]);
  });

  it.each([
    ['without a name', 'GET http://a/b', ['request GET http://a/b 1-1:15 at 1:1-15']],
    ['without a separator', '@a = 1\n// x\n\n# @name b\nGET a', ['request b 2-5:6 at 4:9-10']],
    [
      'after another one without a separator',
      '###\nGET a\n>>>\n<<<\n# @name b\nGET a',
      ['request b 5-6:6 at 5:9-10'],
    ],
    ['named in the header section', '### x\nGET a\n# @name b\nA: 1', ['request b 1-4:5 at 3:9-10']],
    ['with line ends of all kinds', '### a\rGET a\r\n\r\nbody\n\n', ['request a 1-4:5 at 1:5-6']],
    ['with a byte-order mark', '\ufeff### a\nGET a', ['request a 1-2:6 at 1:5-6']],
  ])('are requests %s', (_name, text, expected) => {
    expect(symbols(text)).toEqual(expect.arrayContaining(expected));
  });

  it('keep every selection inside of its range', () => {
    for (const { range, selection } of symbolsOf(analyseText(SIGN_IN_TEXT, 'a.http'))) {
      expect(selection.line).toBeGreaterThanOrEqual(range.line);
      expect(selection.endLine).toBeLessThanOrEqual(range.endLine);
    }
  });
});

describe('folding', () => {
  const folded = (text: string): string[] =>
    foldingOf(analyseText(text, 'a.http')).map(({ kind, line, endLine }) => `${kind} ${line}-${endLine}`);

  it('covers requests, bodies and blocks', () => {
    expect(folded(SIGN_IN_TEXT)).toEqual(['request 2-13', 'body 6-8', 'block 10-13', 'request 15-18']);
  });

  it.each([
    ['three comment lines', '# a\n// b\n# c\nGET a', ['request 1-4', 'comments 1-3']],
    ['not two', '###\n# a\n# b\nGET a', ['request 1-4']],
    ['not directives', '###\n# a\n# @tag x\n# b\n# c\nGET a', ['request 1-6']],
    ['comments at the end', '# a\n# b\n# c', ['comments 1-3']],
    ['comments of a block', 'GET a\n>>>\n# a\n# b\n# c\n<<<', ['request 1-6', 'block 2-6', 'comments 3-5']],
    ['no lines of a body', 'POST a\n\n# a\n# b\n# c\nx', ['request 1-6', 'body 3-6']],
    ['no lines of mock text', 'GET a\n>>>mock\n# a\n# b\n# c\n<<<', ['request 1-6', 'block 2-6']],
    ['not a body of one line', 'POST a\n\nx', ['request 1-3']],
    ['not a request of one line', 'GET a', []],
    [
      'an unclosed block',
      'GET a\n>>>\nexpect status 200\n>>>capture\na from body\n',
      ['request 1-5', 'block 2-3', 'block 4-5'],
    ],
    ['an empty text', '', []],
  ])('covers %s', (_name, text, expected) => {
    expect(folded(text)).toEqual(expected);
  });
});

describe('lenses', () => {
  const offered = (text: string): string[] =>
    lensesOf(analyseText(text, 'a.http')).map(({ action, line, request }) => `${action} ${line} ${request}`);

  it('stand above every request that can be sent', () => {
    const text = '### a\nWEBSOCKET ws://a\n### b\nGET b\n### c\nCONNECT c:1\n### d\nGRAPHQL d\n### e\nGET e';
    expect(offered(text)).toEqual(['run 3 1', 'copyAsCurl 3 1', 'runFile 3 1', 'run 9 4', 'copyAsCurl 9 4']);
  });

  it('are none in a file with errors', () => {
    expect(offered('GET a\n###\nGET b\n>>>')).toEqual([]);
  });
});
