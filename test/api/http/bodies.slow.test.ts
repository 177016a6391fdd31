import { describe, expect, it } from 'vitest';
import { exchangeRaw } from '../../support/clients/raw-client.js';
import { startServer, useServer } from '../../support/servers/running-server.js';
import { refusal } from './bodies-setup.js';

const sharedServer = useServer();

const LIMIT = 10_485_760;

describe('a body', () => {
  it('from a page must have a content type, also when it is empty', async () => {
    const { call, get, origin, port } = await startServer({ files: { 'a.http': 'GET http://x/\n' } });
    const pages = [{ Origin: origin }, { 'Sec-Fetch-Site': 'same-origin' }, { 'Sec-Fetch-Site': 'none' }];
    for (const headers of pages) {
      const refused = async (method: string, path: string, body: string, type: string): Promise<void> => {
        const { status, json } = await call(method, path, { body, headers });
        const message = `expected ${type}, got none`;
        expect([method, path, body, status, json]).toMatchObject([method, path, body, 415, { message }]);
      };
      for (const body of ['', '{}', '{"path":"b.http"}']) {
        await refused('POST', '/files', body, 'application/json');
        await refused('PUT', '/files/a.http', body, 'text/plain');
      }
      await refused('POST', '/record/export', 'x', 'application/json');
      await refused('DELETE', '/history', 'x', 'application/json');
      // These are requests of the web interface.
      expect((await call('DELETE', '/history', { headers })).status).toBe(204);
      expect((await call('POST', '/stress/stop', { headers })).status).toBe(200);
      expect((await call('POST', '/files', { json: {}, headers })).json).toMatchObject({
        message: 'path is required',
      });
      const typed = { ...headers, 'Content-Type': 'text/plain; charset=utf-8' };
      expect((await call('PUT', '/files/a.http', { body: 'GET http://y/\n', headers: typed })).status).toBe(
        200,
      );
    }
    const chunked =
      'DELETE /api/v1/history HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nTransfer-Encoding: chunked';
    const response = await exchangeRaw(port, `${chunked}\r\nConnection: close\r\n\r\n1\r\nx\r\n0\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 415 /);
    expect((await get('/files')).json).toMatchObject([{ relativePath: 'a.http' }]);
    // Programs other than browsers need no content type.
    expect((await call('PUT', '/files/a.http', { body: '' })).status).toBe(200);
  });

  it('may have 10 MiB', async () => {
    const server = sharedServer();
    const body = (size: number): string => `{"file":"${'x'.repeat(size - 11)}"}`;
    expect(await refusal(server, { body: body(LIMIT) })).toMatchObject([
      400,
      expect.stringContaining('invalid path'),
    ]);
    const message = 'request body is larger than 10485760 bytes';
    expect(await refusal(server, { body: body(LIMIT + 1) })).toEqual([413, message]);
    const response = await server.call('DELETE', '/history', { body: 'x'.repeat(LIMIT + 1) });
    expect([response.status, response.json]).toEqual([413, { error: 'Payload Too Large', message }]);
    expect(response.headers.connection).toBe('close');
    expect((await server.get('/system/info')).status).toBe(200);
  });
});
