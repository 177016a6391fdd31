import { describe, expect, it } from 'vitest';
import type { HeaderList } from '../http/message/message.js';
import type { Fetched } from './bounded-fetch.js';
import { cutDocumentPart } from './paging.js';
import { createJsonEnvelope, createRawEnvelope, renderPage } from './render-response.js';

function fetched(body: string | Uint8Array, type: string | undefined, more: Partial<Fetched> = {}): Fetched {
  const headers: HeaderList = type === undefined ? [] : [['content-type', type]];
  return {
    source: 'https://u:p@shop.example/lamps?key=1#x',
    finalUrl: 'https://shop.example/en/lamps?key=1',
    method: 'GET',
    statusCode: 200,
    statusText: '',
    headers,
    body: Buffer.from(body),
    redirects: 1,
    duration: 84.3456,
    ...more,
  };
}

async function rendered(response: Fetched, format: 'text' | 'markdown' = 'text'): Promise<string> {
  return (
    await renderPage(response, format, { mainContent: false, maxBytes: 10_000, maxIndentedChars: 20_000 })
  ).text;
}

describe('kinds of media', () => {
  it.each([
    ['text/html', '<p>a', 'a\n'],
    ['text/plain', '<!DOCTYPE html><p>a', 'a\n'],
    [
      'application/problem+json',
      '{"a":1.0,"a":[],"b":{"c":"\\u00e4"}}',
      '{\n  "a": 1.0,\n  "a": [],\n  "b": {\n    "c": "\\u00e4"\n  }\n}',
    ],
    ['application/json', '{broken', '{broken'],
    ['image/svg+xml', '<svg/>', '<svg/>'],
    [undefined, '  <HTML><p>a', 'a\n'],
    ['application/x-unknown', '[1]', '[\n  1\n]'],
    ['nonsense', 'plain', 'plain'],
  ])('%s with %j is %j', async (type, body, expected) => {
    expect(await rendered(fetched(body, type))).toBe(expected);
  });

  it.each([
    ['image/png', 'x', 'image/png is binary; use format raw'],
    [undefined, new Uint8Array([0, 255]), 'application/octet-stream is binary; use format raw'],
  ])('%s is binary', async (type, body, message) => {
    await expect(rendered(fetched(body, type))).rejects.toMatchObject({ code: 'unsupported_media', message });
  });
});

describe('character sets', () => {
  it.each([
    ['text/plain; charset=iso-8859-1', [0x80, 0xe4], '€ä'],
    ['text/plain; charset=nonsense', [0xc3, 0xa4], 'ä'],
    ['text/plain; charset=iso-8859-1', [0xef, 0xbb, 0xbf, 0xc3, 0xa4], 'ä'],
    ['text/plain', [0xff, 0xfe, 0xe4, 0x00], 'ä'],
    ['text/plain', [0xe4, 0x80], 'ä€'],
    ['text/plain; charset="shift_jis"', [0x83, 0x89], 'ラ'],
    ['text/html', [...Buffer.from('<meta charset=utf-16><p>'), 0xc3, 0xa4], 'ä\n'],
    ['text/html', [...Buffer.from('<meta charset=windows-1251><p>'), 0xe4], 'д\n'],
    [
      'application/xml',
      [...Buffer.from('<?xml version="1.0" encoding="latin1"?>'), 0xe4],
      '<?xml version="1.0" encoding="latin1"?>ä',
    ],
  ])('%s', async (type, bytes, expected) => {
    expect(await rendered(fetched(Uint8Array.from(bytes), type))).toBe(expected);
  });
});

describe('layouts', () => {
  it('of markdown has the facts before the body', async () => {
    const html = fetched('<h3>Desk lamps</h3>', 'text/html; charset=utf-8');
    expect(await rendered(html, 'markdown')).toBe(
      [
        '# HTTP response',
        '',
        '- Source: <https://shop.example/lamps>',
        '- Final URL: <https://shop.example/en/lamps>',
        '- Status: `200 OK`',
        '- Content-Type: `text/html; charset=utf-8`',
        '- Duration: `84.3 ms`',
        '- Size: `19 bytes`',
        '',
        '## Body',
        '',
        '### Desk lamps',
        '',
      ].join('\n'),
    );
    expect(await rendered(fetched('a```b', 'text/plain'), 'markdown')).toContain('````text\na```b\n````\n');
  });

  it('of raw and json has every field in order', () => {
    const response = fetched('{"name":"Ada"}', 'application/json', {
      statusCode: 299,
      headers: [
        ['content-type', 'application/json'],
        ['set-cookie', 'a=1'],
        ['x-session-TOKEN', 't'],
        ['location', '/next?secret=1'],
        ['x-a', '1'],
        ['X-A', '2'],
      ],
    });
    expect(Object.entries(createRawEnvelope(response))).toEqual([
      ['source', 'https://shop.example/lamps'],
      ['final_url', 'https://shop.example/en/lamps'],
      ['status', '299'],
      ['status_code', 299],
      ['content_type', 'application/json'],
      ['size', 14],
      ['encoding', 'base64'],
      ['data', 'eyJuYW1lIjoiQWRhIn0='],
    ]);
    const json = createJsonEnvelope(response);
    expect(Object.keys(json).join()).toBe(
      'source,final_url,request_method,status,status_code,content_type,charset,redirects,duration_ms,size,headers,body,body_encoding',
    );
    expect(json['duration_ms']).toBe(84.346);
    expect(json['headers']).toEqual({
      'Content-Type': ['application/json'],
      'Set-Cookie': ['[REDACTED]'],
      'X-Session-Token': ['[REDACTED]'],
      Location: ['https://shop.example/next'],
      'X-A': ['1', '2'],
    });
  });

  it('are never longer than allowed', async () => {
    const nested = fetched('<ul><li>a'.repeat(200), 'text/html');
    await expect(rendered(nested)).rejects.toMatchObject({ code: 'result_too_large' });
    await expect(rendered(fetched('€'.repeat(4000), 'text/plain'))).rejects.toMatchObject({
      message: 'the rendered result exceeds 10000 bytes',
    });
  });
});

describe('JSON that indenting would make too long', () => {
  it.each([
    ['deep', `${'['.repeat(3000)}${']'.repeat(3000)}`],
    ['wide', `[${'1,'.repeat(4000)}1]`],
    ['of other bytes than characters', JSON.stringify(Array.from({ length: 1300 }, () => '€'))],
  ])('stays as received: %s', async (_, body) => {
    expect(await rendered(fetched(body, 'application/json'))).toBe(body);
    expect(await rendered(fetched(body, 'application/json'), 'markdown')).toContain(`\`\`\`json\n${body}\n`);
  });
});

describe('parts of a document', () => {
  it('are counted in characters', () => {
    expect(cutDocumentPart('a😀bc', 1, 2)).toEqual({
      text: '😀b',
      total_chars: 4,
      start_index: 1,
      next_index: 3,
    });
    expect(cutDocumentPart('abc', 3, 5)).toEqual({
      text: '',
      total_chars: 3,
      start_index: 3,
      next_index: null,
    });
    expect(() => cutDocumentPart('abc', 4, 1)).toThrow('the document has 3 characters');
  });
});
