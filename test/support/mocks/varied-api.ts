/** An API with every kind of response that a recording has to repeat, and requests for all of them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { RawExchange } from '../clients/raw-exchange.js';

type Respond = (response: ServerResponse, request: IncomingMessage, body: string) => void;

const text =
  (body: string | Uint8Array, type = 'text/plain'): Respond =>
  (response) =>
    response.setHeader('Content-Type', type).end(body);

const BYTES = Uint8Array.from({ length: 1000 }, (_, index) => (index * 7) % 256);
const STATES = ['open', 'open', 'packed', 'gone'];
let polls = 0;

const ROUTES: Readonly<Record<string, Respond>> = {
  '/json': text('{"id": 7, "list": [1, 2]}', 'application/json'),
  '/json-line': text('{"id": 7}\n', 'application/json'),
  '/pretty': text('{\n  "id": 7,\n  "a=b1": "=0A"\n}\n\n', 'application/json'),
  '/crlf': text('first\r\nsecond\r\n\r\n'),
  '/cr': text('a\rb\r'),
  '/blank-lines': text('\n \n\t\n'),
  '/leading': text('\n\n  indented\n'),
  '/trailing-blanks': text('a  \nb  '),
  '/braces': text('Hello {{name}}, \\{{x}} {{$uuid}} {{request.body.x}}'),
  '/marks': text('### title\n<<<\n>>>mock\n  ### indented\n<<< end'),
  '/status-line': text('HTTP/1.1 200 OK\nX: y\n\nbody'),
  '/utf-8': text('Grüße 🙂 \u2028 \ufeff', 'text/plain; charset=utf-8'),
  '/latin-1': text(Buffer.from('Gr\xfc\xdfe', 'latin1'), 'text/plain; charset=iso-8859-1'),
  '/nul': text('a\0b\x1b[1m'),
  '/empty': text(''),
  '/no-content': (response) => void response.writeHead(204, { 'X-Left': '0' }).end(),
  '/html': text('<!doctype html>\n<a href="/x?a=b1&c=d2">x</a>\n', 'text/html; charset=utf-8'),
  '/xml': text('<?xml version="1.0"?>\r\n<a/>', 'application/xml'),
  '/bytes': text(BYTES, 'image/png'),
  '/large': text('0123456789abcde\n'.repeat(40_000)),
  '/gzip': (response) =>
    response
      .setHeader('Content-Encoding', 'gzip')
      .setHeader('Content-Type', 'text/plain')
      .end(gzipSync('packed\n')),
  '/br': (response) =>
    response
      .setHeader('Content-Encoding', 'br')
      .setHeader('Content-Type', 'application/json')
      .end(brotliCompressSync('{"packed": true}')),
  '/deflate-bytes': (response) =>
    response
      .setHeader('Content-Encoding', 'deflate')
      .setHeader('Content-Type', 'x/y')
      .end(deflateSync(BYTES)),
  '/redirect': (response, { headers }) =>
    void response.writeHead(302, { Location: `http://${headers.host}/json?a=1#b` }).end(),
  '/elsewhere': (response) => void response.writeHead(308, { Location: 'https://other.test/x' }).end(),
  '/cookies': (response) =>
    void response
      .writeHead(200, { 'Set-Cookie': ['old=; Max-Age=0', 'gone=; Path=/x'], 'Content-Type': 'x/y' })
      .end('c'),
  '/headers': (response) =>
    void response
      .writeHead(200, [
        'X-Two',
        'a',
        'x-two',
        'b',
        'Content-Type',
        'x/y',
        'Cache-Control',
        'no-store',
        'X-Odd',
        '#{{=0A}}',
      ])
      .end('h'),
  '/etag': (response, { headers }) => {
    response.setHeader('ETag', '"v1"');
    if (headers['if-none-match'] === '"v1"') response.writeHead(304).end();
    else text('whole')(response, undefined as never, '');
  },
  '/range': (response, { headers }) => {
    if (headers.range === undefined) return text('0123456789')(response, undefined as never, '');
    return void response
      .writeHead(206, { 'Content-Range': 'bytes 0-3/10', 'Content-Type': 'text/plain' })
      .end('0123');
  },
  '/language': (response, { headers }) =>
    text(headers['accept-language'] === 'de' ? 'ja' : 'yes')(response, undefined as never, ''),
  '/poll': (response) => text(STATES[Math.min(polls++, 3)] ?? '')(response, undefined as never, ''),
  '/chunks': (response) => {
    response.setHeader('Content-Type', 'text/plain').write('one ');
    setTimeout(() => response.end('two'), 20);
  },
  '/error': (response) => void response.writeHead(500, { 'Content-Type': 'text/plain' }).end('broken\n'),
  '/teapot': (response) =>
    void response.writeHead(418, 'short and stout', { 'Content-Type': 'x/y' }).end('t'),
};

export function respondVaried(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://api.test');
  let body = '';
  request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
  request.on('end', () => {
    const respond = ROUTES[pathname];
    if (respond) return respond(response, request, body);
    const echoed = JSON.stringify({ method: request.method, query: [...searchParams], body });
    return text(echoed, 'application/json')(response, request, body);
  });
}

const JSON_TYPE = ['Content-Type', 'application/json'];
const FORM = ['Content-Type', 'application/x-www-form-urlencoded'];

/** In the order in which they are sent. */
export const VARIED_EXCHANGES: readonly RawExchange[] = [
  ...Object.keys(ROUTES)
    .filter((path) => path !== '/poll')
    .map((target) => ({ method: 'GET', target })),
  { method: 'GET', target: '/etag', headers: ['If-None-Match', '"v1"'] },
  { method: 'GET', target: '/range', headers: ['Range', 'bytes=0-3'] },
  { method: 'GET', target: '/language', headers: ['Accept-Language', 'de'] },
  { method: 'GET', target: '/language', headers: ['Accept-Language', 'en'] },
  ...[1, 2, 3, 4, 5].map(() => ({ method: 'GET', target: '/poll' })),
  { method: 'HEAD', target: '/json' },
  { method: 'HEAD', target: '/only-head' },
  { method: 'OPTIONS', target: '/options' },
  { method: 'GET', target: '/list' },
  { method: 'GET', target: '/list?page=1' },
  { method: 'GET', target: '/list?page=2' },
  { method: 'GET', target: '/list?page=2&size=10' },
  { method: 'GET', target: '/list?text=a%20b%26c&text=%C3%BC' },
  { method: 'GET', target: '/a%20b/%7B%7Bx%7D%7D/' },
  { method: 'POST', target: '/items', headers: JSON_TYPE, body: '{"name":"a","tags":["x"]}' },
  { method: 'POST', target: '/items', headers: JSON_TYPE, body: '{"name":"b","text":"{{x}}"}' },
  { method: 'POST', target: '/items', headers: FORM, body: 'name=a&other=1' },
  { method: 'POST', target: '/items', headers: ['Content-Type', 'text/plain'], body: 'plain text\n' },
  { method: 'POST', target: '/items' },
  {
    method: 'PUT',
    target: '/items/7',
    headers: JSON_TYPE,
    body: '{\n  "deep": {"list": [1, {"a": null}]}\n}',
  },
  { method: 'PATCH', target: '/items/7', headers: JSON_TYPE, body: '{"count":2}' },
  { method: 'DELETE', target: '/items/7' },
];
