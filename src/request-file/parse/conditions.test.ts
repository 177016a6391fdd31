import { describe, expect, it } from 'vitest';
import type { Request } from '../model/model.js';
import { parseText } from '../parse-file.js';
import { printTree } from '../print/print-tree.js';
import { parsed } from '../../../test/support/unit/conditions-setup.js';

/** What an assertion line means, in a short form. */
function meaning(line: string): unknown {
  const { request, codes } = parsed('>>>', line);
  const [assertion] = request.assertions;
  const { subject, operator, expected, when, unless, comment, path } = assertion ?? {};
  const short = (list: typeof when): unknown =>
    list?.map((each) => [each.subject, each.operator, each.expected, ...(each.path ? [each.path] : [])]);
  return {
    is: [subject, operator, expected, ...(path === undefined ? [] : [path])],
    ...(when && { when: short(when) }),
    ...(unless && { unless: unless.map(short) }),
    ...(comment !== undefined && { comment }),
    ...(codes.length > 0 && { codes }),
  };
}

describe('conditions of assertions', () => {
  it.each([
    [
      'expect body.note == call me when ready',
      { is: ['body.note', 'equals', 'call me when ready'], codes: ['4 suspicious_value'] },
    ],
    [
      'expect body.n === 5 when status in [200, 201] unless header X-Empty exists',
      {
        is: ['body.n', 'strictEquals', 5],
        when: [['status', 'in', [200, 201]]],
        unless: [[['header X-Empty', 'exists', null]]],
      },
    ],
    [
      'expect body.a exists when status 200',
      { is: [undefined, undefined, undefined], codes: ['4 suspicious_value', '4 unexpected_value'] },
    ],
    [
      'expect body.a exists when status == 200',
      { is: ['body.a', 'exists', null], when: [['status', 'equals', 200]] },
    ],
    ['expect a when status == 1', { is: [undefined, undefined, undefined], codes: ['4 missing_value'] }],
    [
      'expect a == 1 when b between 1 and 5 and c == x and y',
      {
        is: ['a', 'equals', 1],
        when: [
          ['b', 'between', [1, 5]],
          ['c', 'equals', 'x and y'],
        ],
      },
    ],
    [
      'expect a == 1 when b between 1 5 and c exists # why',
      {
        is: ['a', 'equals', 1],
        when: [
          ['b', 'between', [1, 5]],
          ['c', 'exists', null],
        ],
        comment: 'why',
      },
    ],
    [
      'expect a == 1 unless b == x unless c == y and d == z',
      {
        is: ['a', 'equals', 1],
        unless: [
          [['b', 'equals', 'x']],
          [
            ['c', 'equals', 'y'],
            ['d', 'equals', 'z'],
          ],
        ],
      },
    ],
    ['expect a == "x when status == 200"', { is: ['a', 'equals', 'x when status == 200'] }],
    ['expect a == [x when status == 200]', { is: ['a', 'equals', ['x when status == 200']] }],
    ['expect a == {{x when status == 200}}', { is: ['a', 'equals', '{{x when status == 200}}'] }],
    [
      'expect a matches /x when status == 2/ when status == 1',
      { is: ['a', 'matches', '/x when status == 2/'], when: [['status', 'equals', 1]] },
    ],
    ["expect a == it's when status == 1", { is: ['a', 'equals', "it's"], when: [['status', 'equals', 1]] }],
    ['expect a == ( x when status == 1', { is: ['a', 'equals', '( x'], when: [['status', 'equals', 1]] }],
    ['expect a == 1 # not when status == 1', { is: ['a', 'equals', 1], comment: 'not when status == 1' }],
    [
      'expect a == x when b matches "/c #d/" unless e exists # f',
      {
        is: ['a', 'equals', 'x'],
        when: [['b', 'matches', '/c #d/']],
        unless: [[['e', 'exists', null]]],
        comment: 'f',
      },
    ],
    [
      'expect a == x when ready when status == 1',
      { is: ['a', 'equals', 'x when ready'], when: [['status', 'equals', 1]] },
    ],
    [
      'expect a == x when body snapshot',
      { is: ['a', 'equals', 'x when body snapshot'], codes: ['4 suspicious_value'] },
    ],
    [
      'expect variable x == 1 when variable y truthy',
      { is: ['variable x', 'equals', 1], when: [['variable y', 'truthy', null]] },
    ],
    ['expect variable == 1', { is: ['variable', 'equals', 1] }],
    [
      'expect a each .b.c !absent when d each .e > 1',
      {
        is: ['a', 'each', { operator: 'notAbsent', expected: null }, 'b.c'],
        when: [['d', 'each', { operator: 'greaterThan', expected: 1 }, 'e']],
      },
    ],
    ['expect a each .5', { is: ['a', 'each', { operator: 'equals', expected: '.5' }] }],
    ['expect a !== "5"', { is: ['a', 'notStrictEquals', '5'] }],
    ['expect a length === 5', { is: ['a', 'length', 5] }],
    ['expect a not absent', { is: ['a', 'notAbsent', null] }],
    ['expect a absent 5', { is: [undefined, undefined, undefined], codes: ['4 unexpected_value'] }],
  ])('%s', (line, expected) => {
    expect(meaning(line)).toEqual(expected);
  });

  it('are no part of database checks', () => {
    const text =
      '# @db sqlite:./a.db\nGET http://127.0.0.1/\n\n>>>db\nquery select 1\nexpect a == 1 when status == 200\n<<<\n';
    const [assertion] = parseText(text, 'a.http').requests[0]?.db[0]?.assertions ?? [];
    expect([assertion?.expected, assertion?.when]).toEqual(['1 when status == 200', undefined]);
  });
});

describe('captures', () => {
  it.each([
    [
      'token from body.token ?? body.accessToken ?? "none"',
      {
        name: 'token',
        source: 'body',
        path: 'token',
        or: [
          { operator: '??', source: 'body', path: 'accessToken' },
          { operator: '??', literal: 'none' },
        ],
      },
    ],
    [
      'global t from text "Bearer {{response.body.t}}" when status == 200 # c',
      {
        name: 't',
        source: 'text',
        path: 'Bearer {{response.body.t}}',
        global: true,
        when: [{ subject: 'status', operator: 'equals', expected: 200, raw: '200' }],
        comment: 'c',
      },
    ],
    ['global from body.x', { name: 'global', source: 'body', path: 'x' }],
    ['global from from body.x', { name: 'from', source: 'body', path: 'x', global: true }],
    ['x from text', { name: 'x', source: 'body', path: 'text' }],
    [
      'id from header Location match /\\/(\\d+)$/ || 0 || null || [1, 2]',
      {
        name: 'id',
        source: 'header',
        path: 'Location',
        match: '/\\/(\\d+)$/',
        or: [
          { operator: '||', literal: 0 },
          { operator: '||', literal: null },
          { operator: '||', literal: [1, 2] },
        ],
      },
    ],
    [
      'id from jsonpath $.a[?@.b == "x || y"].id first match /a b/',
      { name: 'id', source: 'jsonpath', path: '$.a[?@.b == "x || y"].id', first: true, match: '/a b/' },
    ],
    [
      'x from variable y ?? variable z',
      { name: 'x', source: 'variable', path: 'y', or: [{ operator: '??', source: 'variable', path: 'z' }] },
    ],
  ])('%s', (line, expected) => {
    const { request, codes } = parsed('>>>capture', line);
    expect([request.captures, codes]).toEqual([[{ ...expected, line: 4 }], []]);
    const { layout: _layout, ...built } = request;
    const again = parseText(
      printTree({ path: 'a.http', variables: [], requests: [built], diagnostics: [], comments: [] }),
      'a.http',
    );
    expect(again.requests[0]?.captures).toMatchObject([expected]);
  });

  it.each([
    ['x from body.a ??', '4 capture_syntax'],
    ['x from body.a ?? "open', '4 bad_value'],
    ['x from text "open', '4 bad_value'],
    ['x from body.a match b', '4 capture_syntax'],
    ['x from body.a match /(/', '4 bad_value'],
    ['x from body.a first', '4 capture_syntax'],
    ['x from body.a when ready', '4 capture_syntax'],
    ['global from', '4 capture_syntax'],
    ['x from body.a\nx from body.b', '5 duplicate_capture'],
    ['x from body.a\nglobal x from body.b', '5 duplicate_capture'],
  ])('%s is reported', (line, code) => {
    expect(parsed('>>>capture', line).codes).toEqual([code]);
  });

  it('may have the same name under conditions', () => {
    const { codes } = parsed(
      '>>>capture',
      'x from body.a when status == 200',
      'x from body.b unless status == 200',
    );
    expect(codes).toEqual([]);
  });
});

describe('@set', () => {
  it.each([
    ['a = b', { name: 'a', value: 'b' }],
    ['global a-b = {{x}} y', { name: 'a-b', value: '{{x}} y', global: true }],
    ['global = 5', { name: 'global', value: '5' }],
    ['a =', { name: 'a', value: '' }],
    ['a = "q"', { name: 'a', value: '"q"' }],
    [
      'a = b when variable c == d and variable e truthy',
      {
        name: 'a',
        value: 'b',
        when: [
          { subject: 'variable c', operator: 'equals', expected: 'd', raw: 'd' },
          { subject: 'variable e', operator: 'truthy', expected: null, raw: '' },
        ],
      },
    ],
  ])('%s', (value, set) => {
    const { requests, diagnostics } = parseText(
      `# @set ${value}\n# @set z = 1\nGET http://127.0.0.1/\n`,
      'a.http',
    );
    expect(requests[0]?.metadata.set).toEqual([set, { name: 'z', value: '1' }]);
    expect(diagnostics).toEqual([]);
  });

  it.each([
    ['a', 'directive_value'],
    ['', 'directive_value'],
    ['1a = b', 'directive_value'],
    ['a = b when status == 200', 'suspicious_value'],
  ])('reports %s', (value, code) => {
    const { diagnostics } = parseText(`# @set ${value}\nGET http://127.0.0.1/\n`, 'a.http');
    expect(diagnostics.map((each) => each.code)).toEqual([code]);
  });

  it('is printed after description and tags', () => {
    const { requests } = parseText('# @skip\n# @set a = b\n# @tags x\nGET http://127.0.0.1/\n', 'a.http');
    const { layout: _layout, ...built } = requests[0] as Request;
    const text = printTree({ path: '', variables: [], requests: [built], diagnostics: [], comments: [] });
    expect(text).toBe('###\n# @tags x\n# @set a = b\n# @skip\nGET http://127.0.0.1/\n');
  });
});
