import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { routesOf } from '../../../test/support/runs/mock-routes.js';
import { prepareRoute, toResponse, type PreparedResponse } from './prepared-response.js';

interface Served {
  readonly response: PreparedResponse;
  readonly warnings: readonly string[];
}

async function served(headers: string, body: string): Promise<Served> {
  const [route] = await routesOf(
    `GET /z/{{id}}\n\n>>>\nexpect status == 200\n<<<\n\n>>>mock\n200\n${headers}\n\n${body}\n<<<\n`,
  );
  if (!route) throw new Error('no route');
  const prepared = await prepareRoute(route);
  const response = toResponse({ route: prepared, path: '/z/7' }, () => 'localhost:1');
  return { response, warnings: route.warnings };
}

describe('a block that says how it writes its body', () => {
  it('sends quoted-printable text as what it stands for', async () => {
    const { response, warnings } = await served(
      'Content-Type: application/json\ncontent-transfer-encoding: Quoted-Printable',
      '{"id": "{{id}}"}=0D=0A',
    );
    expect(response).toEqual({
      status: 200,
      headers: ['Content-Type', 'application/json', 'Content-Length', '13'],
      body: '{"id": "7"}\r\n',
    });
    expect(warnings).toEqual([]);
  });

  it('sends base64 as bytes', async () => {
    const { response } = await served('Content-Transfer-Encoding: base64', 'iVBORw\n  0KGgo=');
    expect(response.headers).toEqual(['Content-Type', 'application/octet-stream', 'Content-Length', '8']);
    expect(response.body).toEqual(Buffer.from('iVBORw0KGgo=', 'base64'));
  });

  it('compresses these bytes', async () => {
    const { response } = await served(
      'Content-Type: image/png\nContent-Encoding: gzip\nContent-Transfer-Encoding: base64',
      '/wABAg==',
    );
    expect([...gunzipSync(response.body)]).toEqual([255, 0, 1, 2]);
  });

  it('fills in parameters, also beside bytes', async () => {
    const { response } = await served('Content-Transfer-Encoding: base64\nX-Id: {{id}}', '/wA=');
    expect(response.headers.slice(2, 4)).toEqual(['X-Id', '7']);
    expect(response.body).toEqual(Buffer.from([255, 0]));
  });

  it('sends the second such header, and any with another value', async () => {
    const { response } = await served(
      'Content-Transfer-Encoding: base64\nContent-Transfer-Encoding: base64',
      'aGVsbG8=',
    );
    expect(response.headers.slice(2, 4)).toEqual(['Content-Transfer-Encoding', 'base64']);
    expect(response.body).toBe('hello');
    const { response: other } = await served('Content-Transfer-Encoding: binary', '=0A');
    expect(other.headers.slice(2, 4)).toEqual(['Content-Transfer-Encoding', 'binary']);
    expect(other.body).toBe('=0A');
  });

  it('warns when the body is not written that way', async () => {
    const { response, warnings } = await served('Content-Transfer-Encoding: base64', 'hello!');
    expect(response.body).toBe('hello!');
    expect(warnings).toEqual([
      'depot.http:9: header Content-Transfer-Encoding of the mock block is ignored: its body is not written that way',
    ]);
  });
});
