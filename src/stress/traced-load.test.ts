import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { rawServer, type RawRequest } from '../../test/support/servers/raw-server.js';
import { stressRun } from '../../test/support/runs/stress-run.js';

const HEADER = /\r\ntraceparent: 00-([0-9a-f]{32})-([0-9a-f]{16})-01\r\n/;
const WRITTEN = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
const REDIRECT = 'HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n';

function respond(socket: Socket, { text }: RawRequest): void {
  socket.write(text.startsWith('GET /here') ? REDIRECT : OK);
}

async function requestsOf(
  path: 'quick' | 'ordinary',
  text: string,
  traceparent = true,
): Promise<readonly string[]> {
  const server = await rawServer(respond);
  const { errorCount } = await stressRun(
    { 'load.http': text.replaceAll('URL', server.url) },
    { path, options: { traceparent }, stress: { duration: 120, rate: 50, seed: 1 } },
  );
  expect(errorCount).toBe(0);
  // Where the first one leads to another one, there are two of each.
  expect(server.requests.length % 6).toBe(0);
  expect(server.requests.length).toBeGreaterThan(0);
  // The digits of the port alone may also stand in the id of a trace.
  return server.requests.map((request) => request.replaceAll(server.url.replace('http://', ''), 'PLACE'));
}

describe.each(['quick', 'ordinary'] as const)('a load on the %s path', (path) => {
  it('names a new trace in each request, whether its bytes are fixed or not', async () => {
    const text = '### one\n# @auth bearer t0ken\nGET URL/\n### two\nPOST URL/\n\n{"id": "{{$uuid()}}"}\n';
    const requests = await requestsOf(path, text);
    expect(new Set(requests.map((request) => request.slice(0, 4))).size).toBe(2);
    const ids = requests.map((request) => HEADER.exec(request)?.slice(1) ?? []);
    expect(ids.flat()).toHaveLength(2 * requests.length);
    expect(new Set(ids.flat()).size).toBe(2 * requests.length);
  });

  it('keeps the trace on redirects', async () => {
    const requests = await requestsOf(path, '### one\nGET URL/here\n');
    const idsOn = (start: string): ReadonlySet<unknown> =>
      new Set(requests.filter((text) => text.startsWith(start)).map((text) => HEADER.exec(text)?.[0]));
    expect(idsOn('GET /there')).toEqual(idsOn('GET /here'));
    expect(idsOn('GET /there')).not.toContain(undefined);
  });

  it('leaves a written header alone, and sends none unless asked to', async () => {
    const written = await requestsOf(path, `### one\nGET URL/\nTraceparent: ${WRITTEN}\n`);
    for (const request of written)
      expect(request.match(/traceparent: .*/gi)).toEqual([`Traceparent: ${WRITTEN}`]);
    for (const request of await requestsOf(path, '### one\nGET URL/\n', false))
      expect(request).not.toMatch(/traceparent/i);
  });
});

it('sends the header at the same place on both paths', async () => {
  const text = '### one\n# @auth bearer t0ken\nPOST URL/\nX-One: 1\n\n{"a": 1}\n';
  const [quick] = await requestsOf('quick', text);
  const [ordinary] = await requestsOf('ordinary', text);
  const masked = (request = ''): string => request.replace(HEADER, '\r\ntraceparent: X\r\n');
  expect(masked(quick)).toBe(masked(ordinary));
  expect(masked(quick)).toContain('\r\ntraceparent: X\r\n');
});
