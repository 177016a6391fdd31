import { cookies, createCookieJar } from '../../../src/http/wraps/cookie-jar.js';
import { Http1Reader } from '../../../src/http/http1/http1-reader.js';
import { RequestFailure, type HttpRequest } from '../../../src/http/message/message.js';
import { fakeServer } from '../../support/clients/fake-send.js';
import type { Random } from '../random.js';
import { allowingLater, must, mustEqual, type Target } from '../target.js';

const OK = 'HTTP/1.1 200 OK\r\n';
const RESPONSES = [
  `${OK}Content-Length: 2\r\n\r\nhi`,
  `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n00A;x="y"\r\n0123456789\r\n0\r\nT: u\r\n\r\n`,
  `HTTP/1.1 100 C\r\nA: b\r\n\r\nHTTP/1.1 103 E\r\n\r\n${OK}B: c\r\n\r\nhi`,
  `HTTP/1.0 203 Fine\r\n\r\nto the end`,
  `HTTP/1.1 304 \r\nETag: "x"\r\n\r\n`,
  `${OK}Set-Cookie: a=b; Path=/\r\nSet-Cookie: c=d\r\nKeep-Alive: timeout=5\r\nContent-Length: 0\r\n\r\n`,
];
const HEADER_WORDS = [
  ...[
    '\r\n',
    '\r\n\r\n',
    '\n',
    '\r',
    ': ',
    ':',
    ' ',
    '\t',
    'Content-Length: 5\r\n',
    'Content-Length: 0x5\r\n',
  ],
  ...['Transfer-Encoding: chunked\r\n', 'Transfer-Encoding: gzip, chunked\r\n', 'Connection: close\r\n'],
  ...[
    '0\r\n\r\n',
    'ffffffffffffffff\r\n',
    '5;a=b\r\n',
    'HTTP/1.1 ',
    'HTTP/1.1 101 S\r\n\r\n',
    '\x80',
    '\xff',
  ],
];

interface Read {
  readonly outcome: string;
  readonly fault: string;
  readonly status: number;
  readonly reason: string;
  readonly headText: string;
  readonly body: string;
  readonly excess: boolean;
}

/** In one piece, or in as many as the sizes say. */
function readResponse(bytes: Buffer, sizes: () => number): Read {
  const reader = new Http1Reader(false);
  reader.start({ headers: true, body: true }, false, 4096, 8192);
  let outcome = 'more';
  for (let at = 0; at < bytes.length && outcome === 'more';) {
    const end = Math.min(bytes.length, at + sizes());
    outcome = reader.read(bytes.subarray(at, end));
    // Bytes after the response are seen only where they came together with its end.
    if (outcome === 'done' && end < bytes.length) reader.excess = true;
    at = end;
  }
  return {
    outcome,
    fault: reader.fault,
    status: reader.head.status,
    reason: reader.reason,
    headText: reader.headText,
    body: Buffer.from(reader.takeBody()).toString('latin1'),
    excess: reader.excess,
  };
}

export const httpReaderTarget: Target = {
  name: 'http1-reader',
  seeds: RESPONSES,
  words: HEADER_WORDS,
  generate: generateResponse,
  run: (input, random) => {
    const bytes = Buffer.from(input, 'latin1');
    const whole = readResponse(bytes, () => bytes.length);
    const outcomes = ['more', 'done', 'invalid', 'bodyLimit'];
    must(outcomes.includes(whole.outcome), 'the outcome is known', whole.outcome);
    must(
      (whole.outcome === 'invalid') === (whole.fault !== 'none'),
      'an invalid response has a fault',
      whole.fault,
    );
    must(
      whole.outcome === 'bodyLimit' || whole.body.length <= 4096,
      'no more is kept than the limit',
      String(whole.body.length),
    );
    const largest = Math.max(20, Math.ceil(bytes.length / 100));
    const pieces = readResponse(bytes, () => 1 + random.size(largest));
    if (whole.outcome === 'done' || whole.outcome === 'more')
      mustEqual(pieces, whole, 'it does not matter how the bytes are cut');
    else mustEqual(pieces.outcome, whole.outcome, 'it does not matter for a refusal how the bytes are cut');
    if (bytes.length <= 2048)
      mustEqual(readResponse(bytes, () => 1).outcome, whole.outcome, 'single bytes mean the same');
  },
};

/** What a server could mean, with every part spoilt now and then. */
function generateResponse(random: Random): string {
  const lines = [
    `HTTP/1.${random.below(2)} ${random.pick(['200', '204', '301', '404', '500', '999', '1000'])} x`,
  ];
  for (let left = random.size(6); left > 0; left -= 1)
    lines.push(`${random.pick(NAMES)}: ${random.pick(VALUES)}`);
  if (random.oneIn(2)) {
    const chunks = random.some(4, () => {
      const size = random.size(30);
      return `${size.toString(16)}\r\n${'x'.repeat(random.oneIn(10) ? size + 1 : size)}\r\n`;
    });
    return [...lines, 'Transfer-Encoding: chunked', '', `${chunks.join('')}0\r\n\r\n`].join('\r\n');
  }
  const size = random.size(50);
  return [...lines, `Content-Length: ${size}`, '', 'y'.repeat(random.oneIn(5) ? size * 2 : size)].join(
    '\r\n',
  );
}

const NAMES = [
  'Content-Type',
  'content-length',
  'Transfer-Encoding',
  'Set-Cookie',
  'Location',
  'A',
  'A ',
  '',
  '\x80',
];
const VALUES = [
  'text/plain',
  '5',
  '5, 5',
  '+5',
  'chunked',
  'identity',
  'a=b',
  '/x',
  '',
  ' \t',
  'a\x01',
  'a\n b',
];

const COOKIE_SEEDS = [
  'a=b',
  'a=b; Path=/; Domain=a.example; Secure; HttpOnly; SameSite=Lax',
  'a=b; Expires=Wed, 21 Oct 2065 07:28:00 GMT; Max-Age=100',
  '__Host-a=b; Path=/; Secure\n__Secure-b=c; Secure',
];

export const cookieTarget: Target = {
  name: 'cookies',
  seeds: COOKIE_SEEDS,
  words: [
    '; ',
    '=',
    'Domain=',
    'Path=',
    'Max-Age=',
    'Expires=',
    '.example',
    '..',
    'a.example',
    '\n',
    ',',
    '%3B',
  ],
  run: async (input) => {
    const jar = createCookieJar();
    const received = input.split('\n').map((value) => ['Set-Cookie', value] as const);
    const server = fakeServer((_request, index) => (index === 0 ? { headers: received } : {}));
    const send = cookies(jar, true)(server.send);
    const request = (url: string): HttpRequest => ({
      method: 'GET',
      url,
      headers: [],
      body: null,
      signal: new AbortController().signal,
    });
    await allowingLater([RequestFailure], () => send(request('http://shop.a.example/x/y')));
    await allowingLater([RequestFailure], () => send(request('http://shop.a.example/x/y')));
    await allowingLater([RequestFailure], () => send(request('http://other.example/')));
    const [, second, third] = server.received;
    must(third?.headers.length === 0, 'no cookie is sent to another site', JSON.stringify(third?.headers));
    for (const [, value] of second?.headers ?? [])
      must(!/[\r\n\0]/.test(value), 'no cookie breaks a header', JSON.stringify(value));
  },
};
