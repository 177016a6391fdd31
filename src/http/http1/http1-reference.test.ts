/** Compares the reader with Node's own client: where both accept a response, they must read the same. */
import fc from 'fast-check';
import { get } from 'node:http';
import { describe, expect, it } from 'vitest';
import { request, testConnection } from '../../../test/support/clients/http-client.js';
import { rawServer } from '../../../test/support/servers/raw-server.js';

const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

interface Seen {
  readonly status: number;
  readonly phrase: string;
  readonly headers: readonly string[];
  readonly body: string;
}

type Verdict = Seen | 'refused';

/** What both read from a response after which the server closes the connection. */
async function bothOf(response: string): Promise<{ own: Verdict; node: Verdict }> {
  const server = await rawServer((socket) => socket.end(Buffer.from(response, 'latin1')));
  const [own, node] = await Promise.all([ownVerdict(server.url), nodeVerdict(server.url)]);
  return { own, node };
}

async function ownVerdict(url: string): Promise<Verdict> {
  try {
    const { statusCode, statusText, headers, body } = await testConnection().send(request(`${url}/`));
    return { status: statusCode, phrase: statusText, headers: headers.flat(), body: latin1(body) };
  } catch {
    return 'refused';
  }
}

function nodeVerdict(url: string): Promise<Verdict> {
  return new Promise((resolve) => {
    const refused = (): void => resolve('refused');
    const asking = get(`${url}/`, { agent: false }, (response) => {
      const chunks: Uint8Array[] = [];
      const seen = (): Verdict => ({
        status: response.statusCode ?? 0,
        phrase: response.statusMessage ?? '',
        headers: response.rawHeaders,
        body: latin1(Buffer.concat(chunks)),
      });
      response.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      response.on('end', () => resolve(seen()));
      // Bytes after a whole response are an error of the connection, not of the response.
      response.on('error', () => resolve(response.complete ? seen() : 'refused'));
    });
    asking.on('upgrade', refused).on('error', refused);
  });
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

const same: readonly [string, string][] = [
  ['a length', `${OK}Content-Length: 2\r\n\r\nhi`],
  ['a length with zeros and blanks', `${OK}content-length: \t 000000000000000000002 \r\n\r\nhi`],
  ['names and values as they are', `${OK}A:\r\nb:x\r\nA: \t y z \t\r\nContent-Length: 0\r\n\r\n`],
  ['no phrase', 'HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n'],
  ['a blank phrase', 'HTTP/1.1 404 \r\nContent-Length: 0\r\n\r\n'],
  ['an empty line before', `\r\n\r\n${OK}Content-Length: 2\r\n\r\nhi`],
  ['version 1.0', 'HTTP/1.0 203 Fine\r\n\r\nto the end'],
  ['interim responses', `HTTP/1.1 100 C\r\nA: b\r\n\r\nHTTP/1.1 103 E\r\n\r\n${OK}B: c\r\n\r\nhi`],
  ['chunks', `${CHUNKED}2\r\nhi\r\n00A;x="y"\r\n0123456789\r\n000\r\nT: u\r\n\r\n`],
  ['codings before chunked', `${OK}Transfer-Encoding: gzip\r\nTransfer-Encoding: Chunked\r\n\r\n0\r\n\r\n`],
  ['a coding that is not chunked', `${OK}Transfer-Encoding: identity\r\n\r\nhi`],
  ['a bare line feed', 'HTTP/1.1 200 OK\nContent-Length: 0\n\n'],
  ['a line feed after a header', `${OK}A: b\nContent-Length: 0\r\n\r\n`],
  ['a folded header', `${OK}A: b\r\n c\r\nContent-Length: 0\r\n\r\n`],
  ['a blank before the colon', `${OK}A : b\r\n\r\n`],
  ['no name', `${OK}: b\r\n\r\n`],
  ['a control character', `${OK}A: b\x01\r\n\r\n`],
  ['a NUL', `${OK}A: b\0\r\n\r\n`],
  ['a DEL', `${OK}A: b\x7f\r\n\r\n`],
  ['two lengths', `${OK}Content-Length: 2\r\nContent-Length: 2\r\n\r\nhi`],
  ['a list of lengths', `${OK}Content-Length: 2, 2\r\n\r\nhi`],
  ['a signed length', `${OK}Content-Length: +2\r\n\r\nhi`],
  ['an endless length', `${OK}Content-Length: 99999999999999999999\r\n\r\nhi`],
  ['length and chunks', `${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['chunks and length', `${OK}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n`],
  ['a response that ends too soon', `${OK}Content-Length: 5\r\n\r\nhi`],
  ['chunks that end too soon', `${CHUNKED}5\r\nhel`],
  ['a chunk without a size', `${CHUNKED}\r\nhi`],
  ['a chunk whose data is longer', `${CHUNKED}1\r\nhi\r\n0\r\n\r\n`],
  ['an endless chunk', `${CHUNKED}ffffffffffffffff\r\nhi`],
  ['a broken trailer', `${CHUNKED}0\r\nT u\r\n\r\n`],
  ['a trailer that gives a length', `${CHUNKED}0\r\nContent-Length: 5\r\n\r\n`],
  ['another protocol', 'SSH-2.0-Server\r\n\r\n'],
  ['nothing', ''],
  ['more than the response', `${OK}Content-Length: 2\r\n\r\nhi${OK}`],
];

describe('a response is read as Node reads it', () => {
  it.each(same)('with %s', async (_case, response) => {
    const { own, node } = await bothOf(response);
    expect(own).toEqual(node);
  });

  it.each([
    ['another version', 'HTTP/2.0 200 OK\r\nContent-Length: 0\r\n\r\n'],
    ['a status below 100', 'HTTP/1.1 099 OK\r\nContent-Length: 0\r\n\r\n'],
    ['a control character in the phrase', 'HTTP/1.1 200 O\x01K\r\nContent-Length: 0\r\n\r\n'],
  ])('but not with %s', async (_case, response) => {
    const { own, node } = await bothOf(response);
    expect(node).not.toBe('refused');
    expect(own).toBe('refused');
  });

  it('whatever stands in it', async () => {
    const piece = fc.constantFrom(
      ...['Content-Length', 'Transfer-Encoding', 'Connection', ': ', ':', ' ', '\t', '\r\n', '\r', '\n', ','],
      ...[
        'chunked',
        'close',
        '0',
        '1',
        '2',
        'a',
        'X',
        ';',
        '"',
        '\x80',
        '\r\n\r\n',
        '2\r\nhi\r\n',
        '0\r\n\r\n',
      ],
    );
    const responses = fc.tuple(
      fc.constantFrom(OK, CHUNKED, `${OK}A: b\r\n`),
      fc.array(piece, { maxLength: 12 }),
    );
    await fc.assert(
      fc.asyncProperty(responses, async ([start, pieces]) => {
        const { own, node } = await bothOf(start + pieces.join(''));
        // It accepts all that Node accepts; Node refuses a whole response when more follows it.
        if (node !== 'refused') expect(own).toEqual(node);
      }),
      { numRuns: 300 },
    );
  });
});
