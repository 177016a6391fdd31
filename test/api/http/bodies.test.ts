import { describe, expect, it } from 'vitest';
import { startServer, useServer } from '../../support/servers/running-server.js';
import { refusal } from './bodies-setup.js';

const sharedServer = useServer();

describe('a body', () => {
  it('must be one JSON object', async () => {
    const server = sharedServer();
    const deep = (levels: number): string => `{"file":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    for (const [body, message] of [
      ['', 'request body is empty; expected a JSON object'],
      [' \n ', 'request body is empty; expected a JSON object'],
      ['{"file":}', 'request body is not valid JSON: unexpected character at line 1, column 9'],
      ['{"file":\n  "a"', 'request body is not valid JSON: unexpected end at line 2, column 6'],
      ['{"file":"a"} x', 'request body is not valid JSON: unexpected character at line 1, column 14'],
      ['{"file":"a', 'request body is not valid JSON: unterminated string at line 1, column 9'],
      [
        '{"file":"\\x"}',
        'request body is not valid JSON: bad escape or control character in the string at line 1, column 9',
      ],
      [
        Buffer.from([0x7b, 0x22, 0xff]),
        'request body is not valid JSON: bytes that are not UTF-8 at line 1, column 3',
      ],
      [deep(101), 'request body is not valid JSON: nested deeper than 100 levels at line 1, column 108'],
      [
        '['.repeat(1_000_000),
        'request body is not valid JSON: nested deeper than 100 levels at line 1, column 101',
      ],
      [deep(100), 'file must be a string'],
      ['[]', 'request body must be a JSON object'],
      ['"text"', 'request body must be a JSON object'],
      ['null', 'request body must be a JSON object'],
      ['12', 'request body must be a JSON object'],
      ['{"__proto__":{"file":"a.http"}}', 'key not allowed: __proto__'],
      ['{"a":[{"\\u005f_proto__":1}]}', 'key not allowed: __proto__'],
      ['{"file":"a.http","x":{"constructor":1}}', 'key not allowed: constructor'],
      ['{"prototype":1}', 'key not allowed: prototype'],
      ['\ufeff{"file":null}', 'file is required'],
      ['{"file":"a.http","file":""}', 'file is required'],
    ] as const) {
      expect(await refusal(server, { body }), String(body).slice(0, 60)).toEqual([400, message]);
    }
  });

  it('must have its required fields with valid values', async () => {
    const server = sharedServer();
    for (const [json, message] of [
      [{}, 'file is required'],
      [{ file: null }, 'file is required'],
      [{ file: '' }, 'file is required'],
      [{ file: [] }, 'file is required'],
      [{ file: 12 }, 'file must be a string'],
      [{ file: { a: 1 } }, 'file must be a string'],
      [{ file: 'a.http', environment: true }, 'environment must be a string'],
      [{ file: 'a.http', requestName: ['x'] }, 'requestName must be a string'],
    ] as const) {
      expect(await refusal(server, { json }), JSON.stringify(json)).toEqual([400, message]);
    }
    const unknown = await refusal(server, { json: { file: 'none.http', environment: null, unheardOf: 1 } });
    expect(unknown).toEqual([404, 'file not found: none.http']);
  });

  it('must have the content type of JSON and no content encoding', async () => {
    const server = sharedServer();
    const body = '{"file":"none.http"}';
    for (const [headers, message] of [
      [{ 'Content-Type': 'text/plain' }, 'expected application/json, got text/plain'],
      [{ 'Content-Type': 'application/jsonx' }, 'expected application/json, got application/jsonx'],
      [
        { 'Content-Type': 'application/x-www-form-urlencoded' },
        /^expected application\/json, got application\/x-www/,
      ],
      [{ 'Content-Encoding': 'gzip' }, 'content encoding gzip is not supported'],
      [{ 'Content-Encoding': 'identity, br' }, 'content encoding identity, br is not supported'],
    ] as const) {
      const [status, received] = await refusal(server, { body, headers });
      expect(status).toBe(415);
      expect(received).toMatch(message);
    }
    for (const headers of [
      { 'Content-Type': 'Application/JSON; charset=latin1; x=y' },
      { 'Content-Type': 'application/json', 'Content-Encoding': 'Identity' },
      {},
    ]) {
      expect((await refusal(server, { body, headers }))[0], JSON.stringify(headers)).toBe(404);
    }
  });

  it('of a file must have the content type of text in UTF-8', async () => {
    const { call } = await startServer({ files: { 'a.http': 'GET http://x/\n' } });
    const put = (headers: Record<string, string>) =>
      call('PUT', '/files/a.http', { body: 'GET http://y/', headers });
    for (const type of ['application/json', 'text/html', 'text/plain; charset=latin1', 'text/plainer']) {
      const { status, json } = await put({ 'Content-Type': type });
      const wanted = type.startsWith('text/plain;') ? 'text/plain; charset=utf-8' : 'text/plain';
      const message = `expected ${wanted}, got ${type}`;
      const hint = `add the header, with curl: -H 'Content-Type: ${wanted}'`;
      expect([status, json]).toEqual([415, { error: 'Unsupported Media Type', message, hint }]);
    }
    expect((await put({ 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' })).status).toBe(415);
    for (const type of ['text/plain', 'TEXT/Plain;charset="UTF-8"', 'text/plain; x=y; charset=us-ascii']) {
      expect((await put({ 'Content-Type': type })).status, type).toBe(200);
    }
    expect((await put({})).status).toBe(200);
  });

  it('where none is expected is read and ignored', async () => {
    const { call } = sharedServer();
    expect((await call('DELETE', '/history', { json: [1] })).status).toBe(204);
    expect((await call('DELETE', '/history', { body: 'not { json' })).status).toBe(204);
    const typed = { 'Content-Type': 'text/html' };
    expect((await call('DELETE', '/history', { headers: typed })).status).toBe(204);
    const refused = await call('DELETE', '/history', { body: 'x', headers: typed });
    expect(refused.json).toMatchObject({ message: 'expected application/json, got text/html' });
    const chunked = { ...typed, 'Transfer-Encoding': 'chunked' };
    expect((await call('DELETE', '/history', { headers: chunked })).status).toBe(204);
    expect((await call('GET', '/system/info', { json: {} })).status).toBe(200);
  });
});
