import { BodyCopy } from '../../../src/record/capture/body-copy.js';
import { createRecordingTools, recordExchange } from '../../../src/record/capture/record-exchange.js';
import { readTargetAddress } from '../../../src/record/proxy/target-address.js';
import { toHar } from '../../../src/record/export/to-har.js';
import { toRequestFile } from '../../../src/record/export/to-request-file.js';
import { parseText } from '../../../src/request-file/parse-file.js';
import { must, type Target } from '../target.js';

const SECRET = 'c4n4ry-9f8e7d6c5b4a';
const target = readTargetAddress('http://a.example/base');

function copyOf(text: string): BodyCopy {
  const copy = new BodyCopy(64 * 1024);
  copy.add(Buffer.from(text, 'latin1'));
  return copy;
}

/** First line: method, path, type; then the body, one byte per character. A secret goes along in a header. */
export const recordingTarget: Target = {
  name: 'recording',
  seeds: [
    'POST /login application/json\n{"password":"hunter22","user":"ada","id":12}',
    'GET /x?token=abcdef123&a=1 text/plain\nhello',
    'PUT /form application/x-www-form-urlencoded\na=b&client_secret=xyz12345',
    'POST /m multipart/form-data;boundary=b\n--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b--\r\n',
    'GET /p text/html\n<p>x</p>',
  ],
  words: [
    '{',
    '}',
    '"token":"',
    '"',
    ',',
    '&',
    '=',
    '%',
    '?',
    '/',
    '{{',
    '}}',
    '>>>',
    '<<<',
    '###',
    '\r\n',
    SECRET,
    '--b',
    '\x80',
  ],
  run: async (input, random) => {
    if (target === undefined) return;
    const [first = '', ...rest] = input.split('\n');
    const [method = '', address = '/', type = ''] = first.split(' ');
    const [path = '', query = ''] = address.split('?');
    const body = rest.join('\n');
    const headers = ['Content-Type', type, 'Authorization', `Bearer ${SECRET}`];
    const tools = createRecordingTools([], new Map(), 64 * 1024);
    const message = {
      headers,
      contentType: type,
      coding: random.pick(['', '', 'gzip', 'x']),
      body: copyOf(body),
    };
    const recording = await recordExchange(
      {
        arrival: 1,
        startedAt: 0,
        duration: 1,
        method: /^[A-Z]+$/.test(method) ? method : 'GET',
        path: path.startsWith('/') ? path : `/${path}`,
        query: query === '' ? '' : `?${query}`,
        httpVersion: '1.1',
        request: message,
        response: { ...message, statusCode: 200, statusText: 'OK' },
      },
      tools,
    );
    const har = toHar([recording], target, '0');
    JSON.parse(har);
    must(!har.includes(SECRET), 'what stood in Authorization is nowhere in the HAR', har);
    const text = toRequestFile([recording], target, { chain: true });
    must(!text.includes(SECRET), 'what stood in Authorization is nowhere in the request file', text);
    const { diagnostics } = parseText(text, 'a.http');
    const error = diagnostics.find(({ severity }) => severity === 'error');
    must(error === undefined, 'an exported recording is a good request file', `${error?.message}\n${text}`);
  },
};
