import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Http1Reader, type ReadState } from './http1-reader.js';

interface Read {
  readonly reading: ReadState;
  readonly status: number;
  readonly body: string;
  readonly size: number;
  readonly keepAlive: boolean;
  readonly excess: boolean;
}

const WHOLE = { headers: true, body: true };

/** The answer in pieces of the given lengths, then whatever is left. */
function read(text: string, cuts: readonly number[] = [], bodiless = false, limit = 1000): Read {
  const reader = new Http1Reader(true);
  reader.start(WHOLE, bodiless, limit);
  let rest = Buffer.from(text, 'latin1');
  let reading: ReadState = 'more';
  for (const cut of [...cuts, rest.length]) {
    if (reading !== 'more' || rest.length === 0) break;
    reading = reader.read(rest.subarray(0, Math.max(1, cut)));
    rest = rest.subarray(Math.max(1, cut));
  }
  const { head, bodySize, excess } = reader;
  const body = Buffer.from(reader.takeBody()).toString('latin1');
  return {
    reading,
    status: head.status,
    body,
    size: bodySize,
    keepAlive: head.keepAlive,
    excess: excess || rest.length > 0,
  };
}

const HEAD = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${HEAD}Transfer-Encoding: gzip, Chunked\r\n\r\n`;

const good: readonly [string, string, Partial<Read>][] = [
  ['a length', `${HEAD}content-LENGTH:  5 \r\n\r\nhello`, { body: 'hello', keepAlive: true }],
  ['no body', `${HEAD}Content-Length: 0\r\n\r\n`, { body: '' }],
  ['no reason', 'HTTP/1.1 404\r\nContent-Length: 0\r\n\r\n', { status: 404 }],
  ['204 with a length', 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n', { status: 204, size: 0 }],
  ['304', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n', { status: 304 }],
  ['chunks', `${CHUNKED}5\r\nhello\r\nA;ext="x"\r\n0123456789\r\n0\r\n\r\n`, { body: 'hello0123456789' }],
  ['trailers', `${CHUNKED}1\r\na\r\n0\r\nDigest: x\r\nOther: y\r\n\r\n`, { body: 'a' }],
  [
    'interim answers',
    `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: a\r\n\r\n${HEAD}Content-Length: 1\r\n\r\nx`,
    { body: 'x', status: 200 },
  ],
  ['a close', `${HEAD}Connection: Keep-Alive, close\r\nContent-Length: 1\r\n\r\nx`, { keepAlive: false }],
  ['version 1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\nx', { keepAlive: false }],
  [
    'version 1.0 kept',
    'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 1\r\n\r\nx',
    { keepAlive: true },
  ],
  ['more than the answer', `${HEAD}Content-Length: 1\r\n\r\nxHTTP/1.1 200`, { body: 'x', excess: true }],
];

const bad: readonly [string, string][] = [
  ['another protocol', 'SSH-2.0-OpenSSH\r\n'],
  ['garbage without an end', 'HTTX'],
  ['version 2', 'HTTP/2.0 200 OK\r\n\r\n'],
  ['a short status', 'HTTP/1.1 20 OK\r\n\r\n'],
  ['letters in the status', 'HTTP/1.1 2x0 OK\r\n\r\n'],
  ['a header without a colon', `${HEAD}nonsense\r\n\r\n`],
  ['a blank before the colon', `${HEAD}Name : x\r\n\r\n`],
  ['a bare line feed', 'HTTP/1.1 200 OK\nContent-Length: 0\n\n'],
  ['a bare carriage return', `${HEAD}Name: a\rb\r\n\r\n`],
  ['a control character', `${HEAD}Name: a\x01b\r\n\r\n`],
  ['a length that is none', `${HEAD}Content-Length: 5a\r\n\r\nhello`],
  ['an empty length', `${HEAD}Content-Length: \r\n\r\n`],
  ['a negative length', `${HEAD}Content-Length: -1\r\n\r\n`],
  ['an endless length', `${HEAD}Content-Length: 99999999999999999999\r\n\r\n`],
  ['two lengths', `${HEAD}Content-Length: 1\r\nContent-Length: 1\r\n\r\nx`],
  ['a length and a coding', `${HEAD}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`],
  ['a switch', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n'],
  ['no chunk size', `${CHUNKED}\r\n`],
  ['a bad chunk size', `${CHUNKED}0x5\r\nhello\r\n`],
  ['an endless chunk size', `${CHUNKED}ffffffffffffffff\r\n`],
  ['a chunk that is too long', `${CHUNKED}1\r\nab\r\n`],
];

describe('Http1Reader', () => {
  it.each(good)('reads %s', (_case, text, wanted) => {
    expect(read(text)).toMatchObject({ reading: 'done', ...wanted });
  });

  it.each(bad)('refuses %s', (_case, text) => {
    expect(read(text).reading).toBe('invalid');
  });

  it('makes no difference between pieces', () => {
    const texts = fc.constantFrom(...good.map(([, text]) => text), ...bad.map(([, text]) => text));
    fc.assert(
      fc.property(texts, fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 200 }), (text, cuts) => {
        expect({ ...read(text, cuts), excess: true }).toEqual({ ...read(text), excess: true });
      }),
    );
  });

  it.each(good)('waits for the rest of %s', (_case, text, { excess }) => {
    if (excess) return expect(read(text.slice(0, text.indexOf('\r\n\r\n'))).reading).toBe('more');
    for (let length = 1; length < text.length - 1; length++) {
      expect(read(text.slice(0, length)).reading, text.slice(0, length)).toBe('more');
    }
    return undefined;
  });

  it('knows that HEAD has no body', () => {
    expect(read(`${HEAD}Content-Length: 5\r\n\r\n`, [], true)).toMatchObject({ reading: 'done', size: 0 });
    expect(read(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`, [], true).reading).toBe('done');
  });

  it('reads up to the end of the connection when nothing else ends the answer', () => {
    const reader = new Http1Reader(true);
    reader.start(WHOLE, false, 1000);
    expect(reader.end()).toBe(false);
    expect(reader.read(Buffer.from(`${HEAD}\r\nabc`))).toBe('more');
    expect(reader.read(Buffer.from('def'))).toBe('more');
    expect(reader.end()).toBe(true);
    expect(Buffer.from(reader.takeBody()).toString()).toBe('abcdef');
    expect(reader.head.keepAlive).toBe(false);
  });

  it.each([
    ['by its length', `${HEAD}Content-Length: 11\r\n\r\n`],
    ['by its chunks', `${CHUNKED}b\r\n`],
    ['by what comes', `${HEAD}\r\n01234567890`],
  ])('stops at the limit, %s', (_case, text) => {
    expect(read(text, [], false, 10).reading).toBe('bodyLimit');
  });

  it('counts what it does not keep', () => {
    const reader = new Http1Reader(true);
    reader.start({ headers: false, body: false }, false, 1000);
    expect(reader.read(Buffer.from(`${HEAD}X: y\r\nContent-Length: 5\r\n\r\nhello`))).toBe('done');
    expect(reader).toMatchObject({ bodySize: 5, headText: '' });
    expect(reader.takeBody()).toHaveLength(0);
  });

  it('keeps what redirects and cookies need', () => {
    const reader = new Http1Reader(true);
    reader.start({ headers: false, body: false }, false, 1000);
    reader.read(
      Buffer.from('HTTP/1.1 302 Found\r\nLocation: /a\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n'),
    );
    expect(reader.head).toMatchObject({ hasLocation: true, setsCookie: true });
    expect(reader.headText).toContain('Location: /a\r\nSet-Cookie: a=b\r\n');
  });

  it('forgets the answer before', () => {
    const reader = new Http1Reader(true);
    for (const [, text] of good) {
      reader.start(WHOLE, false, 1000);
      reader.read(Buffer.from(text, 'latin1'));
    }
    reader.start(WHOLE, false, 1000);
    expect(reader.read(Buffer.from(`${HEAD}Content-Length: 2\r\n\r\nok`))).toBe('done');
    expect(Buffer.from(reader.takeBody()).toString()).toBe('ok');
  });

  it.each([
    ['headers', HEAD, 'a:\r\n', 'headLimit'],
    ['trailers', `${CHUNKED}0\r\n`, 'a:\r\n', 'headLimit'],
    ['interim answers', '', 'HTTP/1.1 100 Continue\r\n\r\n', 'headLimit'],
    ['headers of interim answers', '', 'HTTP/1.1 103 Early Hints\r\na:\r\nb:\r\n\r\n', 'headLimit'],
  ])('limits the number of %s', (_case, start, line, fault) => {
    const reader = new Http1Reader(true);
    reader.start(WHOLE, false, 1000);
    if (start !== '') expect(reader.read(Buffer.from(start))).toBe('more');
    let reading: string = 'more';
    let lines = 0;
    for (; lines < 10_000 && reading === 'more'; lines++) reading = reader.read(Buffer.from(line));
    expect([reading, reader.fault]).toEqual(['invalid', fault]);
    expect(lines).toBeLessThan(5000);
  });

  it.each([
    ['a header', `${HEAD}X: `, 'y', 200_000],
    ['a chunk size', `${CHUNKED}1;x=`, 'y', 16_000],
  ])('reads a long line of %s byte by byte in linear time', (_case, start, byte, size) => {
    const reader = new Http1Reader(true);
    reader.start(WHOLE, false, 1000);
    reader.read(Buffer.from(start));
    const piece = Buffer.from(byte);
    const before = process.cpuUsage();
    for (let at = 0; at < size; at++) if (reader.read(piece) !== 'more') throw new Error(`at byte ${at}`);
    const { user, system } = process.cpuUsage(before);
    // Copying the line for each byte would take minutes.
    expect((user + system) / 1000).toBeLessThan(5000);
    expect(reader.read(Buffer.from('\r\n'))).toBe('more');
    for (let at = 0; at < 300_000 && reader.read(piece) === 'more'; at++);
    expect(reader.fault).not.toBe('none');
  });

  it.each(['\0', '\ry', '\x7f'])('refuses %j in a long line as soon as it comes', (bad) => {
    const reader = new Http1Reader(true);
    reader.start(WHOLE, false, 1000);
    expect(reader.read(Buffer.from(`${HEAD}X: ${'y'.repeat(100)}`))).toBe('more');
    const readings = Array.from(bad, (character) => reader.read(Buffer.from(character)));
    expect([readings.at(-1), reader.fault]).toEqual(['invalid', 'header']);
  });

  it('limits the head', () => {
    const reader = new Http1Reader(true);
    reader.start(WHOLE, false, 1000);
    let reading = reader.read(Buffer.from(HEAD));
    const line = Buffer.from(`X: ${'y'.repeat(8000)}\r\n`);
    for (let count = 0; count < 40 && reading === 'more'; count++) reading = reader.read(line);
    expect(reading).toBe('invalid');
    reader.start(WHOLE, false, 1000);
    reading = reader.read(Buffer.from(HEAD));
    for (let count = 0; count < 40 && reading === 'more'; count++)
      reading = reader.read(Buffer.alloc(8000, 65));
    expect(reading).toBe('invalid');
  });
});
