import { describe, expect, it } from 'vitest';
import { parseText } from '../../request-file/parse-file.js';
import { convertHar } from './convert-har.js';

interface Sent {
  readonly method?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly postData?: object;
  readonly status?: number;
  readonly type?: string;
  readonly body?: string;
  readonly content?: object;
  readonly kind?: string;
  readonly at?: number;
}

function entry(url: string, sent: Sent = {}): object {
  const {
    method = 'GET',
    headers = [],
    postData,
    status = 200,
    type = 'application/json',
    kind,
    at = 0,
  } = sent;
  return {
    startedDateTime: new Date(1_900_000_000_000 + at).toISOString(),
    time: 5,
    _resourceType: kind,
    request: { method, url, headers: headers.map(([name, value]) => ({ name, value })), postData },
    response: { status, headers: [], content: { mimeType: type, text: sent.body ?? '{}', ...sent.content } },
  };
}

const har = (...entries: readonly unknown[]): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'Browser' }, entries } });

describe('convertHar', () => {
  it('writes requests without secrets, chained, with assertions', async () => {
    const login = entry('https://api.example.test/login', {
      method: 'POST',
      headers: [
        [':authority', 'api.example.test'],
        ['Content-Type', 'application/json'],
        ['User-Agent', 'Browser'],
        ['Content-Encoding', 'gzip'],
      ],
      postData: { mimeType: 'application/json', text: '{"user":"ada","password":"hunter22"}' },
      status: 201,
      body: '{"access_token":"tok-9f8e7d6c5b4a3210","id":"order-1a2b3c4d5e"}',
    });
    const read = entry('https://api.example.test/orders/order-1a2b3c4d5e?limit=2', {
      headers: [['Authorization', 'Bearer tok-9f8e7d6c5b4a3210']],
      body: '[{"big":12345678901234567890}]',
      at: 100,
    });
    const other = entry('http://127.0.0.1:8080/status', { type: 'text/plain', body: 'ok', at: 200 });
    const { text, losses, warnings } = await convertHar(har(login, read, other));
    expect(text).not.toMatch(/hunter22|tok-9f8e7d6c5b4a3210/);
    expect(text).toContain('# Browser (imported from har)\n# Needs: PASSWORD\n');
    expect(text).toContain('@baseUrl = https://api.example.test\n@baseUrl_2 = http://127.0.0.1:8080\n');
    const { requests, diagnostics } = parseText(text, 'a.http');
    expect(diagnostics).toEqual([]);
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST {{baseUrl}}/login',
      expect.stringMatching(/^GET \{\{baseUrl\}\}\/orders\/\{\{Create_Login\.\w+\}\}\?limit=2$/),
      'GET {{baseUrl_2}}/status',
    ]);
    expect(requests[0]?.headers.map(({ key }) => key)).toEqual(['Content-Type']);
    expect(requests[1]?.metadata.depends).toEqual(['Create_Login']);
    expect(requests[1]?.assertions.map(({ subject }) => subject)).toEqual([
      'status',
      'header Content-Type',
      'body',
      'body',
    ]);
    expect([losses, warnings]).toEqual([[], []]);
  });

  it('takes calls of an API only, unless all are wanted', async () => {
    const source = har(
      entry('https://shop.test/', { type: 'text/html' }),
      entry('https://shop.test/app.js', { type: 'text/javascript' }),
      entry('https://shop.test/logo.svg', { type: 'image/svg+xml' }),
      entry('https://shop.test/part', { type: 'text/html', kind: 'xhr' }),
      entry('https://shop.test/form', { type: 'text/html', kind: 'document', method: 'POST' }),
      entry('https://shop.test/feed', { type: 'application/atom+xml; charset=utf-8' }),
      entry('https://shop.test/blocked', { status: 0 }),
      entry('wss://shop.test/socket', { status: 101 }),
      entry('data:application/json,{}'),
    );
    const paths = async (options: object): Promise<readonly string[]> =>
      parseText((await convertHar(source, options)).text, '').requests.map(({ url }) => url.slice(11));
    expect(await paths({})).toEqual(['/part', '/form', '/feed']);
    expect(await paths({ all: true })).toHaveLength(6);
    expect(await paths({ all: true, exclude: ['/app.js', '/f*'] })).toEqual(['/', '/logo.svg', '/part']);
    expect((await convertHar(source)).warnings).toEqual(
      ['3 entries of 6 are left out, such as pages, scripts and images; import all entries to keep them'].map(
        (text) => text.replace('of 6', 'of 9'),
      ),
    );
    await expect(paths({ hosts: ['other.*'] })).rejects.toThrow('none of its 9 entries is an API call');
    expect(await paths({ hosts: ['SHOP.*'] })).toHaveLength(3);
  });

  it('takes each method and path once, without chaining and tests', async () => {
    const source = har(
      entry('https://a.test/x?i=1', { body: '{"id":"abcdef1234567890"}' }),
      entry('https://a.test/x?i=2'),
      entry('https://a.test/y/abcdef1234567890', { at: 50 }),
    );
    const { text } = await convertHar(source, { deduplicate: true, chain: false, tests: false });
    const { requests } = parseText(text, '');
    expect(requests.map(({ url }) => url)).toEqual(['{{baseUrl}}/x?i=1', '{{baseUrl}}/y/abcdef1234567890']);
    expect(requests.flatMap(({ assertions, captures }) => [...assertions, ...captures])).toEqual([]);
  });

  it('reads forms and encoded bodies, and names what is lost', async () => {
    const form = { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a b', value: 'ü&' }] };
    const parts = { mimeType: 'multipart/form-data', params: [{ name: 'f', fileName: 'x.png' }] };
    const binary = { mimeType: 'image/png', text: 'AAEC/w==', _encoding: 'base64' };
    const encoded = {
      mimeType: 'text/plain',
      text: Buffer.from('hällo').toString('base64'),
      encoding: 'base64',
    };
    const { text, losses } = await convertHar(
      har(
        ...[form, parts, binary, encoded].map((postData) =>
          entry('http://a.test/', { method: 'POST', postData }),
        ),
        entry('http://a.test/', { method: 'PURGE' }),
        { request: { method: 'GET' } },
        7,
      ),
    );
    const bodies = parseText(text, '').requests.map(({ body }) => body?.raw ?? null);
    expect(bodies).toEqual(['a+b=%C3%BC%26', null, null, 'hällo']);
    expect(losses).toEqual([
      { path: '/log/entries/4', reason: 'requests with the method PURGE cannot be written' },
      { path: '/log/entries/5', reason: 'the request has no valid URL' },
      { path: '/log/entries/6', reason: 'the entry is not an object' },
      {
        path: '/log/entries/1/request/postData',
        reason: 'the document does not hold the text of this multipart body',
      },
      { path: '/log/entries/2/request/postData', reason: 'the body is left out: binary' },
    ]);
  });

  it('gives the same text for the same document', async () => {
    const source = har(entry('http://a.test/x', { headers: [['Cookie', 'sid=1234567890abcdef']] }));
    expect((await convertHar(source)).text).toBe((await convertHar(source)).text);
  });

  it.each(['', '[]', '{}', '{"log":{}}', '{"log":{"entries":{}}}', 'log: {}'])('refuses %j', async (text) => {
    await expect(convertHar(text)).rejects.toThrow(/^not a HAR document: /);
  });

  it('accepts a document without entries', async () => {
    expect(parseText((await convertHar(har())).text, '').requests).toEqual([]);
  });
});
