import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { prepareText } from '../../../test/support/runs/prepare-text.js';
import { VariableFailure } from '../../evaluation/variables/variable-failure.js';
import { RequestFailure } from '../../http/message/message.js';
import { version } from '../../version.js';
import type { PreparedRequest } from './prepare-request.js';

const HOST = 'http://127.0.0.1:8080';

function failure(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}

describe('the URL', () => {
  it.each([
    [`GET ${HOST}/a`, `${HOST}/a`],
    [`GET ${HOST}/a b#part`, `${HOST}/a%20b`],
    [`GET ${HOST}/a?x=1&y=%20\n? q = a b&c\n? empty`, `${HOST}/a?x=1&y=%20&q=a%20b%26c&empty=`],
    [`GET ${HOST}/a#part\n? q = 1\n? q = 2`, `${HOST}/a?q=1&q=2`],
    [`GET ${HOST}/a?\n? q = 1`, `${HOST}/a?q=1`],
    [`GET ${HOST}/a?x&\n? q = 1`, `${HOST}/a?x&q=1`],
    [`GET {{base}}/{{id}}\n? {{id}} = {{text}}`, `${HOST}/42?%7B%7Bid%7D%7D=a%2Fb%20c`],
    [`GET /path\nHost: {{host}}`, 'http://127.0.0.1:8080/path'],
    ['GET /path\nHost: example.test:443', 'https://example.test:443/path'],
  ])('%s', (text, url) => {
    expect(prepareText(text, { base: HOST, id: 42, text: 'a/b c', host: '127.0.0.1:8080' }).url).toBe(url);
  });

  it.each([
    ['GET {{x}}', { x: 'ftp://host/a' }, 'the scheme "ftp" is not http or https'],
    ['GET {{x}}', { x: 'http://ada:pass@host/a' }, 'the URL contains user information'],
    ['GET {{x}}', { x: 'http:///a' }, 'the URL has no host'],
    ['GET /path', {}, 'the URL has no host'],
    [
      `GET ${HOST}/{{ok}}/{{x}}`,
      { ok: 'fine', x: 'a\r\nb' },
      'the URL cannot be sent: {{x}} contains a line break or NUL',
    ],
    [`CONNECT ${HOST}`, {}, 'CONNECT requests cannot be sent'],
  ])('%s fails as protocol', (text, values, message) => {
    const error = failure(() => prepareText(text, values));
    expect(error).toBeInstanceOf(RequestFailure);
    expect(error).toMatchObject({ errorKind: 'protocol' });
    expect((error as Error).message).toContain(message);
  });
});

describe('headers', () => {
  const builtIn = [
    ['User-Agent', `svc/${version}`],
    ['Accept', '*/*'],
    ['Accept-Encoding', 'gzip, deflate, br'],
  ];

  it('keep order, spelling and repeats, before the built-in ones', () => {
    const text = dedent`
      GET ${HOST}
      X-A: 1
      x-b: {{v}}
      X-A: 2
      X-Empty:
    `.trimEnd();
    expect(prepareText(text, { v: 'ünï' }).headers).toEqual([
      ['X-A', '1'],
      ['x-b', 'ünï'],
      ['X-A', '2'],
      ['X-Empty', ''],
      ...builtIn,
    ]);
  });

  it('of the request win over the config, which wins over built-in ones; an empty one removes', () => {
    const configured = { accept: 'application/json', 'X-Team': '{{team}}', 'user-agent': '', 'x-own': 'no' };
    expect(prepareText(`GET ${HOST}\nX-Own: yes`, { team: 'blue' }, configured).headers).toEqual([
      ['X-Own', 'yes'],
      ['accept', 'application/json'],
      ['Accept-Encoding', 'gzip, deflate, br'],
      ['X-Team', 'blue'],
    ]);
  });

  it('that are computed are not sent as written', () => {
    const text = dedent`
      POST ${HOST}
      Content-Length: 99
      Connection: close
      transfer-encoding: chunked
      Upgrade: x
      TE: x
      Keep-Alive: x

      body
    `.trimEnd();
    expect(prepareText(text, {}, { Connection: 'close' }).headers).toEqual(builtIn);
  });

  it('refuse a line break from a value, naming it', () => {
    const error = failure(() =>
      prepareText(`GET ${HOST}\nX-A: a{{good}}{{bad}}`, { good: 'x', bad: 'secret-value\nEvil: 1' }),
    );
    expect(error).toBeInstanceOf(VariableFailure);
    expect((error as Error).message).toBe('header "X-A": {{bad}} contains a line break or NUL');
  });
});

describe('the body', () => {
  const type = ({ headers }: PreparedRequest): string | undefined =>
    headers.find(([name]) => name === 'Content-Type')?.[1];

  it.each([
    ['{"a": {{n}}}', '{"a": 12345678901234567891}', 'application/json'],
    ['[1,\r\n 2]', '[1,\r\n 2]', 'application/json'],
    ['{{json}}', '{"x":[1]}', 'application/json'],
    ['{{text}}', 'a b', undefined],
    ['<?xml version="1.0"?><a>{{text}}</a>', '<?xml version="1.0"?><a>a b</a>', undefined],
    ['a={{text}}&b=2', 'a=a b&b=2', 'application/x-www-form-urlencoded'],
    ['a=1\n  &b=2 \n&c={{text}}', 'a=1&b=2&c=a b', 'application/x-www-form-urlencoded'],
    ['& a = {{text}}\n& ä&b = 1+1', 'a=a+b&%C3%A4%26b=1%2B1', 'application/x-www-form-urlencoded'],
    ['plain {{text}}\n\\{{kept}}', 'plain a b\n{{kept}}', undefined],
  ])('%j', (body, text, contentType) => {
    const prepared = prepareText(`POST ${HOST}\n\n${body}`, {
      n: 12345678901234567891n,
      json: { x: [1] },
      text: 'a b',
    });
    expect(prepared.body).toMatchObject({ kind: 'text', text });
    expect(type(prepared)).toBe(contentType);
    expect(prepared.warnings).toEqual([]);
  });

  it('that is meant to be JSON and is not is sent with a warning', () => {
    expect(prepareText(`POST ${HOST}\n\n{"a": {{x}}}`, { x: 'oops' }).warnings).toEqual([
      'the body is not valid JSON',
    ]);
    expect(prepareText(`POST ${HOST}\n\n{{x}}`, { x: '{oops' }).warnings).toEqual([
      'the body is not valid JSON',
    ]);
  });

  it('has no default type where one is named, by the request or the config', () => {
    expect(
      prepareText(
        dedent`
          POST ${HOST}
          content-type: text/x

          {}
        `.trimEnd(),
      ).headers[0],
    ).toEqual(['content-type', 'text/x']);
    expect(
      prepareText(
        dedent`
          POST ${HOST}
          content-type: text/x

          {}
        `.trimEnd(),
      ).headers,
    ).toHaveLength(4);
    const configured = prepareText(`POST ${HOST}\n\n{}`, {}, { 'Content-Type': 'text/y' });
    expect(type(configured)).toBe('text/y');
    expect(type(prepareText(`POST ${HOST}\n\n{}`, {}, { 'Content-Type': '' }))).toBeUndefined();
  });

  it('of GraphQL keeps the digits of its variables', () => {
    const text = dedent`
      POST ${HOST}

      >>>graphql
      query { a(id: "{{id}}") }
      <<<
      >>>variables
      {"n": {{n}}}
      <<<
    `.trimEnd();
    const prepared = prepareText(text, { id: 7, n: 12345678901234567891n });
    expect(prepared.body).toMatchObject({
      text: '{"query":"query { a(id: \\"7\\") }","variables":{"n": 12345678901234567891}}',
    });
    expect(type(prepared)).toBe('application/json');
    const error = failure(() => prepareText(text, { id: 7, n: '1]' }));
    expect(error).toBeInstanceOf(VariableFailure);
  });

  it('from a file takes its type from the extension', () => {
    const prepared = prepareText(`POST ${HOST}\n\n< ./{{name}}.json`, { name: 'data' });
    expect(prepared.body).toEqual({
      kind: 'file',
      path: './data.json',
      interpolate: false,
      contentType: 'application/json',
    });
    expect(type(prepareText(`POST ${HOST}\n\n< ./a.bin`))).toBe('application/octet-stream');
  });

  it('in parts names files by their base name and type, unless written', () => {
    const text = dedent`
      POST ${HOST}

      >>>multipart
      field note = hi {{who}}
      file @dir/{{f}}.csv
      file pic @x.bin; type=image/png; filename={{who}}.png
      <<<
    `.trimEnd();
    expect(prepareText(text, { who: 'ada', f: 'rows' }).body).toEqual({
      kind: 'multipart',
      contentType: '',
      parts: [
        { name: 'note', value: 'hi ada' },
        { name: 'file', path: 'dir/rows.csv', filename: 'rows.csv', type: 'text/csv' },
        { name: 'pic', path: 'x.bin', filename: 'ada.png', type: 'image/png' },
      ],
    });
    expect(failure(() => prepareText(text, { who: 'a\nb', f: 'x' }))).toBeInstanceOf(VariableFailure);
  });
});

describe('authentication', () => {
  it('is resolved, and left out for none', () => {
    const text = `# @auth basic {{user}}, {{pass}}\nGET ${HOST}`;
    expect(prepareText(text, { user: 'ada', pass: 'x, y' }).auth).toEqual({
      type: 'basic',
      params: ['ada', 'x, y'],
    });
    expect(prepareText(`# @auth none\nGET ${HOST}`).auth).toBeUndefined();
  });
});

it('fails for a placeholder without a value', () => {
  for (const text of [
    `GET ${HOST}/{{gone}}`,
    `GET ${HOST}\n? q = {{gone}}`,
    `GET ${HOST}\nX-A: {{gone}}`,
    `POST ${HOST}\n\n{"a": "{{gone}}"}`,
    `# @auth bearer {{gone}}\nGET ${HOST}`,
  ]) {
    const error = failure(() => prepareText(text));
    expect(error, text).toBeInstanceOf(VariableFailure);
    expect((error as Error).message).toBe('variable "gone" has no value');
  }
});
