import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { LIMIT, TYPE, written } from '../../../test/support/runs/written-mock-file.js';
import { isMockFile } from './mock-file-title.js';

describe('toMockFile', () => {
  it('writes what was sent and what came back', async () => {
    const { text } = await written([
      {
        sent: 'POST /crates?dry=1',
        headers: ['Content-Type', 'application/json', 'User-Agent', 'x', 'X-Other', 'y'],
        body: '{"label":"{{blue}}"}',
        status: 201,
        responseHeaders: [
          'Content-Type',
          'application/json',
          'Date',
          'now',
          'Content-Length',
          '9',
          'X-Two',
          'a',
          'X-Two',
          'b',
        ],
        response: '{"id": 7, "text": "{{x}}"}',
      },
    ]);
    expect(text).toBe(dedent`
      # Recorded by svc mock from http://desk.test:9000

      @baseUrl = http://desk.test:9000

      ### Create Crates
      # @name Create_Crates
      POST {{baseUrl}}/crates?dry=1
      Content-Type: application/json

      {"label":"\\{{blue}}"}

      >>>
      expect status == 201
      expect header Content-Type contains application/json
      expect body.id exists
      expect body.text exists
      <<<

      >>>mock
      HTTP/1.1 201
      Content-Type: application/json
      X-Two: a
      X-Two: b

      {"id": 7, "text": "{{x}}"}
      <<<
    `);
    expect(isMockFile(text)).toBe(true);
  });

  it.each([
    ['a\n', 'a=0A'],
    ['### a', '=23## a'],
    ['a\r\nb', 'a=0D\nb'],
  ])('writes %j so that it is read back', async (response, body) => {
    const { text } = await written([{ sent: 'GET /', response }]);
    expect(text).toContain(
      `\nContent-Transfer-Encoding: quoted-printable\nContent-Type: text/plain\n\n${body}\n<<<`,
    );
  });

  it('writes bytes in base64, and leaves a binary body of a request out', async () => {
    const bytes = Uint8Array.from({ length: 80 }, (_, index) => 255 - index);
    const { text, cut } = await written([
      { sent: 'POST /', body: bytes, responseHeaders: ['X', 'y'], response: bytes },
    ]);
    const base64 = Buffer.from(bytes).toString('base64');
    expect(text).toContain(
      `HTTP/1.1 200\nContent-Transfer-Encoding: base64\nX: y\n\n${base64.slice(0, 76)}\n${base64.slice(76)}\n<<<`,
    );
    expect(text).toContain('# body left out: binary\n');
    expect(cut.map(({ reason }) => reason)).toEqual(['body left out: binary']);
  });

  it('tells such a header of the response from its own', async () => {
    const responseHeaders = [...TYPE, 'Content-Transfer-Encoding', 'base64'];
    const { text } = await written([{ sent: 'GET /', responseHeaders, response: 'a=b1' }]);
    expect(text).toContain(dedent`
      Content-Transfer-Encoding: quoted-printable
      Content-Type: text/plain
      Content-Transfer-Encoding: base64

      a=3Db1
      <<<
    `);
  });

  it('adds to an earlier file, whose lines it keeps', async () => {
    const { text: earlier } = await written([{ sent: 'GET /a', response: 'x' }]);
    const edited = earlier.replace('### Get A', '### Mine');
    const { text, count } = await written([{ sent: 'GET /a?page=2', response: 'y' }], undefined, edited);
    expect(text.startsWith(`${edited}\n### Get A\n# @name Get_A_2\nGET {{baseUrl}}/a?page=2\n`)).toBe(true);
    expect(count).toBe(1);
  });

  it('leaves the path of the target out of the addresses', async () => {
    const { text } = await written([{ sent: 'GET /a' }], 'http://desk.test/v2');
    expect(text).toMatch(
      /^# Recorded by svc mock from http:\/\/desk\.test\/v2\n# Needs, to be run: baseUrl\n\n###/,
    );
  });

  it('says what it leaves out', async () => {
    const { text, leftOut } = await written([
      { sent: 'PROPFIND /', response: 'x' },
      { sent: 'GET /large', response: 'x'.repeat(LIMIT + 1) },
      { sent: 'GET /odd', status: 700 },
      { sent: 'GET /coded', responseHeaders: ['Content-Encoding', 'zstd'], response: 'x' },
      { sent: 'GET /fine', response: 'x' },
    ]);
    expect(leftOut.map(({ reason }) => reason)).toEqual([
      'a request file has no requests with the method PROPFIND',
      'its response is too large, damaged or nested too deeply',
      'a mock response cannot have the status 700',
      'a mock response cannot have the coding zstd',
    ]);
    expect(text.match(/^GET .*$/gm)).toEqual(['GET {{baseUrl}}/fine']);
  });

  it('replaces secrets', async () => {
    const token = '5f1c9d3e7a2b4c6d8e0f1a2b3c4d5e6f';
    const { text } = await written([
      {
        sent: `POST /login?api_key=${token}`,
        headers: ['Content-Type', 'application/json', 'X-Api-Key', token],
        body: JSON.stringify({ user: 'ada', password: 'hunter22-and-more' }),
        responseHeaders: ['Content-Type', 'application/json'],
        response: JSON.stringify({ token, echo: 'hunter22-and-more' }),
      },
    ]);
    expect(text).not.toMatch(/5f1c9d3e|hunter22/);
    expect(text).toContain('{"token":"{{TOKEN}}","echo":"{{PASSWORD}}"}\n<<<');
  });

  it('keeps names and attributes of cookies, and the bytes of other headers', async () => {
    const { text } = await written([
      {
        sent: 'GET /',
        responseHeaders: [
          ...['Set-Cookie', 'sid=5f1c9d3e7a2b4c6d; Path=/; HttpOnly', 'Set-Cookie', 'old=; Max-Age=0'],
          ...['X-Utf', Buffer.from('é').toString('latin1'), 'X-Latin', 'é'],
          ...['X-Wide', Buffer.from('→').toString('latin1')],
        ],
      },
    ]);
    expect(text).toContain(dedent`
      Set-Cookie: sid={{SET_COOKIE}}; Path=/; HttpOnly
      Set-Cookie: old=; Max-Age=0
      X-Utf: Ã©
      X-Latin: é
      X-Wide: →
      <<<
    `);
  });
});
