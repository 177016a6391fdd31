import { describe, expect, it } from 'vitest';
import { addLine, type LineAddition } from './add-line.js';
import type { ResponsePart } from './response-check.js';

const STATUS: ResponsePart = { kind: 'status', status: 200 };

function addition(part: ResponsePart, changes: Partial<LineAddition> = {}): LineAddition {
  return { kind: 'assertion', part, requestName: 'a', requestLine: 1, ...changes };
}

async function added(text: string, wanted: LineAddition): Promise<string> {
  const result = await addLine(text, 'x.http', wanted);
  return result.ok ? result.text : result.problem;
}

describe('an assertion for a part of a response', () => {
  it.each([
    ['### a\nGET /x', '### a\nGET /x\n\n>>>\nexpect status == 200\n<<<\n'],
    [
      '### a\nGET /x\n\n\n### b\nGET /y\n',
      '### a\nGET /x\n\n>>>\nexpect status == 200\n<<<\n\n\n### b\nGET /y\n',
    ],
    [
      '### a\nPOST /x\n\n{"b": 1}\n\n>>>\nexpect size > 1\n\n<<<\n',
      '### a\nPOST /x\n\n{"b": 1}\n\n>>>\nexpect size > 1\nexpect status == 200\n\n<<<\n',
    ],
    [
      '### a\nGET /x\n\n>>>capture\nid from body.id\n<<<\n',
      '### a\nGET /x\n\n>>>\nexpect status == 200\n<<<\n\n>>>capture\nid from body.id\n<<<\n',
    ],
    [
      '### a\r\nGET /x\r\n\r\n>>>\r\n<<<\r\n### b\r\nGET /y',
      '### a\r\nGET /x\r\n\r\n>>>\r\nexpect status == 200\r\n<<<\r\n### b\r\nGET /y',
    ],
  ])('goes into the block of its request: %j', async (before, after) => {
    expect(await added(before, addition(STATUS))).toBe(after);
  });

  it('is found by name after the text was changed, by place without a name', async () => {
    const text = '### new\nGET /n\n\n### a\nGET /x\n\n###\nGET /old\n';
    expect(await added(text, addition(STATUS))).toContain(
      'GET /x\n\n>>>\nexpect status == 200\n<<<\n\n###\n',
    );
    const row = addition(STATUS, { requestName: 'a [2]', requestLine: 40 });
    expect(await added(text, row)).toContain('GET /x\n\n>>>\nexpect status');
    const byLine = addition(STATUS, { requestName: 'GET /older', requestLine: 7 });
    expect(await added(text, byLine)).toContain('GET /old\n\n>>>\nexpect status');
    const gone = addition(STATUS, { requestName: 'z', requestLine: 4 });
    expect(await added(text, gone)).toBe('x.http has no request z any more.');
  });

  it('is not added twice', async () => {
    const once = await added('### a\nGET /x\n', addition(STATUS));
    expect(await addLine(once, 'x.http', addition(STATUS))).toMatchObject({
      isThere: true,
      line: 5,
      text: once,
    });
  });

  it('of a large value says less', async () => {
    const body = { kind: 'body', path: ['items'], length: 900 } as const;
    const start = '### a\nGET /x\n';
    expect(await added(start, addition({ ...body, type: 'array' }))).toContain(
      'expect body.items length 900',
    );
    expect(await added(start, addition({ ...body, type: 'object' }))).toContain(
      'expect body.items type object',
    );
  });

  it('of a header keeps its name and value', async () => {
    const part = { kind: 'header', name: 'X-Trace', value: 'a "b" {{c}} # d' } as const;
    expect(await added('### a\nGET /x\n', addition(part))).toContain(
      String.raw`expect header X-Trace == "a \"b\" \\{{c}} # d"`,
    );
  });
});

describe('a capture', () => {
  it('has a free name from the last key', async () => {
    const part = {
      kind: 'body',
      path: ['user data', 'first-id', 0],
      type: 'number',
      length: 0,
      json: '1',
    } as const;
    const text = '### a\nGET /x\n\n>>>capture\nfirst-id from status\n<<<\n\n>>>\nexpect size > 1\n<<<\n';
    expect(await added(text, addition(part, { kind: 'capture' }))).toContain(
      'first-id from status\nfirst-id_2 from body["user data"].first-id[0]\n<<<',
    );
  });
});
