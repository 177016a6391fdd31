import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { rawServer } from '../../../test/support/servers/raw-server.js';
import { fetchPublicDocument } from './fetch-public-document.js';

const PRIVATE = { allowPrivate: true };
const { signal } = new AbortController();

const response = (status: string, body: Uint8Array | string, headers = ''): Buffer =>
  Buffer.concat([
    Buffer.from(
      `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n${headers}\r\n`,
    ),
    Buffer.from(body),
  ]);

describe('fetchPublicDocument', () => {
  it('returns the decoded bytes of a document', async () => {
    const { url, requests } = await rawServer((socket) => {
      socket.end(response('200 OK', gzipSync('{}'), 'Content-Encoding: gzip\r\n'));
    });
    expect(Buffer.from(await fetchPublicDocument(`${url}/spec#top`, PRIVATE, signal)).toString()).toBe('{}');
    expect(requests[0]).toMatch(/^GET \/spec HTTP/);
    expect(requests[0]).not.toMatch(/^(?:cookie|authorization|proxy-)/im);
  });

  it.each([
    ['http://ada:pw@example.com/', 'specPath is not a usable URL: it holds credentials'],
    ['ftp://example.com/', 'specPath is not a usable URL: only http and https are fetched'],
    ['http://', 'specPath is not a usable URL: it cannot be parsed'],
  ])('refuses %s', async (url, message) => {
    await expect(fetchPublicDocument(url, PRIVATE, signal)).rejects.toMatchObject({ kind: 'input', message });
  });

  it('refuses addresses outside the public network', async () => {
    const { url, received } = await rawServer((socket) => socket.end(response('200 OK', '{}')));
    await expect(fetchPublicDocument(url, { allowPrivate: false }, signal)).rejects.toMatchObject({
      kind: 'forbidden',
      message: 'target is not on the public network: 127.0.0.1',
    });
    expect(received).toEqual([]);
  });

  it.each([
    ['404 Not Found', '', 'could not fetch the document: status 404'],
    [
      '302 Found',
      'Location: /again\r\n',
      'could not fetch the document: the server sent more than 5 redirects; maxRedirects allows no more',
    ],
    ['302 Found', 'Location: file:///etc/passwd\r\n', /^could not fetch the document: .* scheme "file"/],
  ])('reports why there is no document: %s %s', async (status, headers, message) => {
    const { url } = await rawServer((socket) => socket.end(response(status, '', headers)));
    await expect(fetchPublicDocument(url, PRIVATE, signal)).rejects.toMatchObject({
      kind: 'network',
      message: message instanceof RegExp ? expect.stringMatching(message) : message,
    });
  });

  it('refuses more than 20 MiB, decoded', async () => {
    const large = gzipSync(Buffer.alloc(21 * 1024 * 1024, Buffer.from('{"a":1},')));
    const { url } = await rawServer((socket) =>
      socket.end(response('200 OK', large, 'Content-Encoding: gzip\r\n')),
    );
    await expect(fetchPublicDocument(url, PRIVATE, signal)).rejects.toMatchObject({
      kind: 'network',
      message: expect.stringMatching(/^could not fetch the document: /),
    });
  });

  it('has one time limit for everything', async () => {
    const { url } = await rawServer(() => {});
    await expect(fetchPublicDocument(url, { ...PRIVATE, timeout: 50 }, signal)).rejects.toMatchObject({
      kind: 'timed-out',
      message: 'could not fetch the document: timed out',
    });
  });

  it('reports that no server responds', async () => {
    const resolve = (): Promise<string[]> => Promise.resolve([]);
    await expect(
      fetchPublicDocument('http://gone.example.com/', { ...PRIVATE, resolve }, signal),
    ).rejects.toMatchObject({
      kind: 'network',
      message: 'could not fetch the document: the name of gone.example.com cannot be resolved',
    });
  });
});
