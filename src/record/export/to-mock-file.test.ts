import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { formatRequestFile } from '../../request-file/format-text.js';
import { parseRequestFile } from '../../request-file/parse-file.js';
import { BodyCopy } from '../capture/body-copy.js';
import { createRecordingTools, recordExchange } from '../capture/record-exchange.js';
import { BodyCache } from '../recordings/body-cache.js';
import type { Recording } from '../recordings/recording.js';
import { readTargetAddress } from '../proxy/target-address.js';
import { isMockFile, toMockFile, type MockFile } from './to-mock-file.js';

interface Exchange {
  /** Method and target. */
  readonly sent: string;
  readonly headers?: readonly string[];
  readonly body?: string | Uint8Array;
  readonly status?: number;
  readonly answered?: readonly string[];
  readonly response?: string | Uint8Array;
}

const TYPE = ['Content-Type', 'text/plain'];
const LIMIT = 10_000;

async function recorded(exchanges: readonly Exchange[]): Promise<readonly Recording[]> {
  const tools = { ...createRecordingTools([], new Map(), LIMIT), requestBodies: new BodyCache(false) };
  const recordings: Recording[] = [];
  for (const [index, each] of exchanges.entries()) {
    const [method = '', target = ''] = each.sent.split(' ');
    const [path = '', query] = target.split(/\?(.*)/s);
    const side = (headers: readonly string[], content: string | Uint8Array = '') => {
      const body = new BodyCopy(LIMIT);
      body.add(Buffer.from(content));
      const contentType = headers[headers.indexOf('Content-Type') + 1] ?? '';
      return { headers, contentType: headers.includes('Content-Type') ? contentType : '', coding: '', body };
    };
    const recording = recordExchange(
      {
        arrival: index + 1,
        startedAt: index * 1000,
        duration: 1,
        method,
        path,
        query: query === undefined ? '' : `?${query}`,
        httpVersion: '1.1',
        request: side(each.headers ?? [], each.body),
        response: {
          statusCode: each.status ?? 200,
          statusText: '',
          ...side(each.answered ?? TYPE, each.response),
        },
      },
      tools,
    );
    recordings.push(await recording);
  }
  return recordings;
}

async function written(
  exchanges: readonly Exchange[],
  url = 'http://desk.test:9000',
  earlier?: string,
): Promise<MockFile> {
  const address = readTargetAddress(url);
  if (address === undefined) throw new Error('no address');
  const file = await toMockFile(await recorded(exchanges), address, earlier);
  const { diagnostics } = await parseRequestFile(file.text, 'out.http');
  expect(diagnostics).toEqual([]);
  expect(await formatRequestFile(file.text, 'out.http')).toMatchObject({ text: file.text });
  return file;
}

describe('toMockFile', () => {
  it('writes what was sent and what came back', async () => {
    const { text } = await written([
      {
        sent: 'POST /crates?dry=1',
        headers: ['Content-Type', 'application/json', 'User-Agent', 'x', 'X-Other', 'y'],
        body: '{"label":"{{blue}}"}',
        status: 201,
        answered: [
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

  it('writes equal requests once, and different responses in turn', async () => {
    const { text } = await written([
      { sent: 'GET /state', response: 'open' },
      { sent: 'GET /other', response: 'x' },
      { sent: 'GET /state', response: 'open' },
      { sent: 'GET /state', status: 404, response: '' },
      { sent: 'GET /state', status: 404, answered: [...TYPE, 'X-Request-Id', 'another'], response: '' },
      { sent: 'GET /other', answered: [...TYPE, 'Date', 'later'], response: 'x' },
    ]);
    expect(text).toContain(dedent`
      ### Get State
      # @name Get_State
      # @mock.sequence last
      GET {{baseUrl}}/state

      >>>
      expect status in [200, 404]
      <<<

      >>>mock
      HTTP/1.1 200
      Content-Type: text/plain

      open
      <<<

      >>>mock
      HTTP/1.1 200
      Content-Type: text/plain

      open
      <<<

      >>>mock
      HTTP/1.1 404
      Content-Type: text/plain
      <<<

      ### Get Other
      # @name Get_Other
    `);
    expect(text.match(/^GET /gm)).toHaveLength(2);
  });

  it('writes the headers that explain different responses, and no others', async () => {
    const { text } = await written([
      { sent: 'GET /a', headers: ['Accept', '*/*', 'Accept-Language', 'de'], response: 'ja' },
      { sent: 'GET /a', headers: ['Accept', '*/*', 'Accept-Language', 'en'], response: 'yes' },
      { sent: 'GET /a', headers: ['Accept', '*/*', 'Accept-Language', 'de'], response: 'ja' },
      { sent: 'GET /b', status: 401, response: '' },
      {
        sent: 'GET /b',
        headers: ['Authorization', 'Bearer 5f1c9d3e7a2b4c6d8e0f1a2b3c4d5e6f'],
        response: 'in',
      },
      { sent: 'GET /c', headers: ['X-Time', '1700000000'], response: '1' },
      { sent: 'GET /c', headers: ['X-Time', '1700000001'], response: '2' },
    ]);
    expect(text.match(/^(?:# @mock.*|GET .*|[A-Z][\w-]+: (?!text).*)$/gm)).toEqual([
      'GET {{baseUrl}}/a',
      'Accept-Language: de',
      'GET {{baseUrl}}/a',
      'Accept-Language: en',
      'GET {{baseUrl}}/b',
      '# @mock.when header Authorization exists',
      'GET {{baseUrl}}/b',
      'Authorization: {{AUTHORIZATION}}',
      '# @mock.sequence last',
      'GET {{baseUrl}}/c',
    ]);
    expect(text).toContain('# Needs, to be run: AUTHORIZATION\n');
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
    const { text } = await written([{ sent: 'POST /', body: bytes, answered: ['X', 'y'], response: bytes }]);
    const base64 = Buffer.from(bytes).toString('base64');
    expect(text).toContain(
      `HTTP/1.1 200\nContent-Transfer-Encoding: base64\nX: y\n\n${base64.slice(0, 76)}\n${base64.slice(76)}\n<<<`,
    );
    expect(text).toContain('# body left out: binary\n');
  });

  it('tells such a header of the response from its own', async () => {
    const answered = [...TYPE, 'Content-Transfer-Encoding', 'base64'];
    const { text } = await written([{ sent: 'GET /', answered, response: 'a=b1' }]);
    expect(text).toContain(dedent`
      Content-Transfer-Encoding: quoted-printable
      Content-Type: text/plain
      Content-Transfer-Encoding: base64

      a=3Db1
      <<<
    `);
  });

  it('leaves HEAD to the request with GET where that gives the same', async () => {
    const { text } = await written([
      { sent: 'HEAD /a' },
      { sent: 'GET /a', response: 'x' },
      { sent: 'HEAD /b', status: 404 },
      { sent: 'GET /b', response: 'x' },
    ]);
    expect(text.match(/^(?:GET|HEAD) .*$/gm)).toEqual([
      'GET {{baseUrl}}/a',
      'HEAD {{baseUrl}}/b',
      'GET {{baseUrl}}/b',
    ]);
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
      { sent: 'GET /coded', answered: ['Content-Encoding', 'zstd'], response: 'x' },
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
        answered: ['Content-Type', 'application/json'],
        response: JSON.stringify({ token, echo: 'hunter22-and-more' }),
      },
    ]);
    expect(text).not.toMatch(/5f1c9d3e|hunter22/);
    expect(text).toContain('{"token":"{{TOKEN}}","echo":"{{PASSWORD}}"}\n<<<');
  });
});
