import { describe, expect, it } from 'vitest';
import type { DiffLine } from '../../../../src/primitives/text/line-difference.js';
import { aroundDifferences, compareExchanges, type ComparedResponse } from './compare-exchanges.js';

function response(body: string, headers: Record<string, string> = {}, statusCode = 200): ComparedResponse {
  const list = Object.entries(headers).map(([name, value]) => ({ name, value }));
  return { statusCode, response: { headers: list, body, bodyEncoding: 'utf-8' } };
}

describe('two responses', () => {
  it('are the same whatever changes with every response', () => {
    const before = response('{"a":1,"big":9007199254740993}', { Date: 'yesterday', 'Content-Type': 'x/y' });
    const after = response('{ "a": 1,\n "big": 9007199254740993 }', { date: 'today', 'content-type': 'x/y' });
    expect(compareExchanges(before, after)).toEqual({
      isStatusSame: true,
      headers: [],
      isBodySame: true,
      lines: undefined,
    });
  });

  it('differ in status, headers and members', () => {
    const before = response('{"a":1,"b":[true]}', { 'X-Old': '1', ETag: 'a' });
    const after = response('{"a":2,"b":[true]}', { ETag: 'b', 'X-New': '2' }, 500);
    const { isStatusSame, headers, lines } = compareExchanges(before, after);
    expect(isStatusSame).toBe(false);
    expect(headers).toEqual([
      { name: 'x-old', before: '1', after: undefined },
      { name: 'etag', before: 'a', after: 'b' },
      { name: 'x-new', before: undefined, after: '2' },
    ]);
    expect(lines?.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'removed', text: '  "a": 1,' },
      { kind: 'added', text: '  "a": 2,' },
    ]);
  });

  it('differ in large integers and in the kind of body', () => {
    const exact = compareExchanges(response('{"a":9007199254740993}'), response('{"a":9007199254740992}'));
    expect(exact.isBodySame).toBe(false);
    const bytes: ComparedResponse = {
      statusCode: 200,
      response: { headers: [], body: 'abcd', bodyEncoding: 'base64' },
    };
    expect(compareExchanges(response('abcd'), bytes)).toMatchObject({ isBodySame: false, lines: undefined });
  });
});

it('only the lines around differences are shown', () => {
  const same = (text: string): DiffLine => ({ kind: 'same', text });
  const added = { kind: 'added' as const, text: 'x' };
  const lines = 'abcdef'.split('').map(same);
  expect(aroundDifferences([...lines, added, ...lines], 1)).toEqual([
    null,
    same('f'),
    added,
    same('a'),
    null,
  ]);
});
