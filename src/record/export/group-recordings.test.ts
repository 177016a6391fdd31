import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { TYPE, written } from '../../../test/support/runs/written-mock-file.js';

describe('groupRecordings', () => {
  it('writes equal requests once, and different responses in turn', async () => {
    const { text } = await written([
      { sent: 'GET /state', response: 'open' },
      { sent: 'GET /other', response: 'x' },
      { sent: 'GET /state', response: 'open' },
      { sent: 'GET /state', status: 404, response: '' },
      {
        sent: 'GET /state',
        status: 404,
        responseHeaders: [...TYPE, 'X-Request-Id', 'another'],
        response: '',
      },
      { sent: 'GET /other', responseHeaders: [...TYPE, 'Date', 'later'], response: 'x' },
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
      '# @mock.when header Accept-Language == "de"',
      'GET {{baseUrl}}/a',
      'Accept-Language: de',
      '# @mock.when header Accept-Language == "en"',
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

  it('tells apart by headers only what has the same query and body', async () => {
    const de = ['Accept-Language', 'de'];
    const json = ['Content-Type', 'application/json'];
    const { text } = await written([
      { sent: 'GET /a?page=1', response: 'one' },
      { sent: 'GET /a?page=2', response: 'two' },
      { sent: 'GET /a?page=2', headers: de, response: 'zwei' },
      { sent: 'GET /b?tag=x&tag=y&size%5Bmax%5D=7', response: 'b' },
      { sent: 'GET /b?tag=x&tag=y&size%5Bmax%5D=7', headers: de, response: 'B' },
      { sent: 'POST /c', headers: json, body: '{"a":{"b":[1]},"c":"7"}', response: 'c' },
      { sent: 'POST /c', headers: [...json, ...de], body: '{"a":{"b":[1]},"c":"7"}', response: 'C' },
      { sent: 'POST /d', headers: TYPE, body: 'x\n"y"', response: 'd' },
      { sent: 'POST /d', headers: [...TYPE, ...de], body: 'x\n"y"', response: 'D' },
    ]);
    expect(text.match(/^(?:# @mock.*|(?:GET|POST) .*)$/gm)).toEqual([
      'GET {{baseUrl}}/a?page=1',
      'GET {{baseUrl}}/a?page=2',
      '# @mock.when header Accept-Language == "de" and query.page == "2"',
      'GET {{baseUrl}}/a?page=2',
      'GET {{baseUrl}}/b?tag=x&tag=y&size%5Bmax%5D=7',
      '# @mock.when header Accept-Language == "de" and query.tag == ["x","y"] and query["size[max]"] == "7"',
      'GET {{baseUrl}}/b?tag=x&tag=y&size%5Bmax%5D=7',
      '# @mock.when header Accept-Language absent and body.a == {"b":[1]} and body.c == "7"',
      'POST {{baseUrl}}/c',
      '# @mock.when header Accept-Language == "de" and body.a == {"b":[1]} and body.c == "7"',
      'POST {{baseUrl}}/c',
      '# @mock.when header Accept-Language absent and body contains "\\"y\\""',
      'POST {{baseUrl}}/d',
      '# @mock.when header Accept-Language == "de" and body contains "\\"y\\""',
      'POST {{baseUrl}}/d',
    ]);
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
});
