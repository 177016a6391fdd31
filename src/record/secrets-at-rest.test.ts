import { describe, expect, it } from 'vitest';
import { TrafficRecorder } from './capture/traffic-recorder.js';
import { toWholeRecording } from './export/recording-view.js';
import { readTargetAddress } from './proxy/target-address.js';
import { toHar } from './export/to-har.js';
import { toRequestFile } from './export/to-request-file.js';

interface Message {
  readonly headers?: readonly string[];
  readonly type?: string;
  readonly body?: string | Uint8Array;
}

interface Passed {
  readonly url?: string;
  readonly request?: Message;
  readonly response?: Message;
}

const JSON_TYPE = 'application/json';

/** All three exports of such exchanges as one text, with binary bodies decoded. */
async function exports(exchanges: readonly Passed[], chain = true): Promise<string> {
  const recorder = new TrafficRecorder({
    deduplicate: false,
    exclude: [],
    sanitize: [],
    secrets: new Map(),
    maxBodyBytes: 1_000_000,
    maxRecordings: 100,
    onFault: (error) => {
      throw error;
    },
  });
  for (const exchange of exchanges) {
    pass(recorder, exchange);
    // A response that had not ended cannot be the source of a later value.
    await recorder.recordings();
  }
  const { list } = await recorder.recordings();
  const target = readTargetAddress('http://depot.example.test/');
  if (target === undefined) throw new Error('no target');
  const whole = list.map((recording) => toWholeRecording(recording, target));
  const bytes = whole.flatMap(({ request, response }) =>
    [request, response].map(({ body }) => Buffer.from(body, 'base64').toString('latin1')),
  );
  return [
    toRequestFile(list, target, { chain }),
    toHar(list, target, '1'),
    JSON.stringify(whole),
    ...bytes,
  ].join('\n');
}

function pass(recorder: TrafficRecorder, { url = '/login', request = {}, response = {} }: Passed): void {
  const [path = '', query] = url.split(/\?(.*)/s);
  const observation = recorder.begin('POST', path, '');
  if (request.body !== undefined) observation.copies?.request.add(Buffer.from(request.body));
  if (response.body !== undefined) observation.copies?.response.add(Buffer.from(response.body));
  recorder.end(observation, {
    query: query === undefined ? '' : `?${query}`,
    httpVersion: '1.1',
    request: { ...head(request), body: observation.copies?.request },
    response: { ...head(response), body: observation.copies?.response, statusCode: 200, statusText: 'OK' },
  });
}

function head({ headers = [], type = '' }: Message): {
  headers: string[];
  contentType: string;
  coding: string;
} {
  return {
    headers: [...headers, ...(type === '' ? [] : ['Content-Type', type])],
    contentType: type,
    coding: '',
  };
}

const T = 'q9-Zebra-7731-lantern';

describe('a value that turns out to be secret later', () => {
  const login = { response: { type: JSON_TYPE, body: `{"ticket":"${T}","note":"use ${T}"}` } };

  it.each([
    ['a header', { url: '/own', request: { headers: ['Authorization', `Bearer ${T}`] } }],
    ['a cookie', { url: '/own', request: { headers: ['Cookie', `a=1; sid=${T}`] } }],
    ['a query parameter', { url: `/own?accessToken=${T}` }],
    ['a later response', { url: '/own', response: { type: JSON_TYPE, body: `{"access-token":"${T}"}` } }],
  ])('through %s is taken out of what was recorded before', async (_place, later: Passed) => {
    expect(await exports([login, later])).not.toContain(T);
  });

  it('is still taken from the response that contains it', async () => {
    const later = [
      { url: '/one', request: { type: JSON_TYPE, body: `{"use":"${T}"}` } },
      { url: '/own', request: { headers: ['Authorization', `Bearer ${T}`] } },
    ];
    const text = await exports([login, ...later]);
    expect(text).not.toContain(T);
    expect(text).toContain('"use": "{{Create_Login.ticket}}"');
    expect(text).toContain('Authorization: Bearer {{Create_Login.ticket}}');
  });

  it('is taken out of paths, headers and bytes', async () => {
    const before = [
      { url: `/files/${T}?see=${T}`, response: { headers: ['X-Note', `for ${T}`, 'Location', `/a/${T}`] } },
      { url: '/bytes', response: { type: 'application/octet-stream', body: Buffer.from(`\0\xff${T}\0`) } },
    ];
    expect(await exports([...before, { request: { headers: ['Private-Token', T] } }])).not.toContain(T);
  });
});

describe('a secret is recognized by its name', () => {
  const boundary = 'multipart/form-data; boundary="b-1"';
  const part = (name: string, value: string): string =>
    `--b-1\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

  it.each<[string, Message]>([
    ['camelCase', { type: JSON_TYPE, body: `{"user":"ada","refreshToken":"${T}"}` }],
    ['any spelling', { type: JSON_TYPE, body: `{"CLIENT-secret":"${T}","n":{"clientSecret":"${T}"}}` }],
    ['pwd', { type: 'application/x-www-form-urlencoded', body: `user=ada&pwd=${T}` }],
    ['a new password', { type: JSON_TYPE, body: `{"newPassword":"${T}"}` }],
    ['an object', { type: JSON_TYPE, body: `{"secret":{"a":["${T}"]},"again":"${T}"}` }],
    ['lines of JSON', { type: 'application/x-ndjson', body: `{"a":1}\n{"idToken":"${T}"}\n` }],
    ['an XML element', { type: 'text/xml', body: `<a><w:Password t="x">${T}</w:Password><b>${T}</b></a>` }],
    ['an XML attribute', { type: 'application/xml', body: `<login user='ada' passwd='${T}'/>` }],
    ['CDATA', { type: 'application/soap+xml', body: `<a><secret><![CDATA[${T}]]></secret></a>` }],
    ['a hidden field', { type: 'text/html', body: `<input type=hidden name="csrf_token" value="${T}">` }],
    [
      'a multipart field',
      { type: boundary, body: `${part('user', 'ada')}${part('password', T)}--b-1--\r\n` },
    ],
    [
      'a multipart field beside bytes',
      {
        type: boundary,
        body: Buffer.concat([
          Buffer.from(part('api_key', T)),
          Buffer.from(part('file', '\0\x01')),
          Buffer.from([0xff, 0xfe]),
          Buffer.from('\r\n--b-1--\r\n'),
        ]),
      },
    ],
    ['X-Vault-Token', { headers: ['X-Vault-Token', T] }],
    ['Private-Token', { headers: ['PRIVATE_TOKEN', T] }],
    ['X-Access-Token', { headers: ['X-Access-Token', T] }],
  ])('%s', async (_name, message) => {
    const text = await exports([{ request: message }, { response: message }]);
    expect(text).not.toContain(T);
    expect(text).toMatch(/\{\{[A-Z_]+\}\}/);
  });
});

describe('a secret is recognized by its shape', () => {
  const long = 'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3d';
  it.each([
    ['JWT', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${long}`],
    ['GITHUB_TOKEN', `ghp_${long}`],
    ['GITHUB_TOKEN', `github_pat_11AAAA_${long}`],
    ['SECRET_KEY', `sk-proj-${long}`],
    ['SECRET_KEY', `sk_live_${long}`],
    ['AWS_ACCESS_KEY', 'AKIAIOSFODNN7EXAMPLE'],
    ['AWS_ACCESS_KEY', 'ASIAIOSFODNN7EXAMPLE'],
    ['SLACK_TOKEN', `xoxb-1234567890-${long}`],
    ['GITLAB_TOKEN', `glpat-${long}`],
    ['GOOGLE_API_KEY', `AIza${long.slice(0, 35)}`],
    ['NPM_TOKEN', `npm_${long}`],
    ['PRIVATE_KEY', `-----BEGIN RSA PRIVATE KEY-----\\n${long}\\n-----END RSA PRIVATE KEY-----`],
  ])('%s %s', async (name, token) => {
    const text = await exports([{ response: { type: JSON_TYPE, body: `{"value":"see ${token}"}` } }]);
    expect(text).not.toContain(token);
    expect(text).not.toContain(long.slice(0, 16));
    expect(text).toContain(`see {{${name}}}`);
  });

  it('in an address', async () => {
    const body = `{"next":"https://ada:${T}@depot.example.test/x"}`;
    expect(await exports([{ response: { type: JSON_TYPE, body } }])).not.toContain(T);
  });

  it.each(['task-force-of-the-northern-region-1', 'sk-a-long-name-of-a-page-without-digits', 'eyJ.eyJ.x'])(
    'is not seen in %s',
    async (word) => {
      expect(await exports([{ response: { type: JSON_TYPE, body: `{"v":"${word}"}` } }])).toContain(word);
    },
  );
});
