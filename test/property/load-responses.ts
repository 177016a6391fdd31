/** Responses and assertions for load tests, and a connection that receives the bytes of responses without a network. */
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { systemClock } from '../../src/primitives/clock.js';
import type { Dialled } from '../../src/http/connect/dial.js';
import {
  LoadConnection,
  type ResponseReadOptions,
  type ResponseReceiver,
} from '../../src/stress/client/load-connection.js';

export interface TestResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Before the content coding; undefined for a body that cannot be decoded. */
  readonly body: Uint8Array | undefined;
  readonly wireBody: Uint8Array;
  readonly framing: 'length' | 'chunked' | 'interim';
}

const ids = fc.constantFrom('7', '"7"', '8', 'null', '12345678901234567890', '1e400', '[7]', '-0', '7.0');
const texts = fc.constantFrom('"parcel"', '"p\\u0061rcel"', '"Grüße"', '""', '"aaab"', '"abc"', 'true');
const jsonBodies = fc
  .record({ id: ids, name: texts, n: fc.nat(3), shape: fc.nat(5) })
  .map(({ id, name, n, shape }) => {
    const items = Array.from({ length: n }, (_, at) => `{"k":${at},"t":["x${at}"]}`).join(',');
    switch (shape) {
      case 0:
        return `{"id":${id},"name":${name},"items":[${items}]}`;
      case 1:
        return ` [ ${items} ] `;
      case 2:
        return `{"id":1,"id":${id},"2":0,"1":${name},"a":{"b":{"c":${id}}}}`;
      case 3:
        return `{"id":${id},"name":${name},"items":[${items}],}`;
      case 4:
        return `{"a":`.repeat(600) + id + '}'.repeat(600);
      default:
        return `{"id":${id},"long":"${'x'.repeat(70_000)}","name":${name}}`;
    }
  });
const otherBodies = fc.constantFrom(
  '',
  '7',
  'plain parcel',
  '<r><id>7</id><id>8</id></r>',
  '\uFEFF{"id":7}',
  '{"id":7',
  'null',
);
const bodies: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 4, arbitrary: jsonBodies.map((text) => Buffer.from(text)) },
  { weight: 2, arbitrary: otherBodies.map((text) => Buffer.from(text)) },
  fc.constantFrom(Buffer.from('{"name":"Grü"}', 'latin1'), Buffer.from([0xc3, 0x28, 0xe2, 0x82, 0xff])),
);

const types = fc.constantFrom<readonly (readonly [string, string])[]>(
  [['Content-Type', 'application/json']],
  [['content-type', 'application/problem+json; charset=utf-8']],
  [['Content-Type', 'application/json; charset=iso-8859-1']],
  [['Content-Type', 'text/plain; charset=utf-16le']],
  [['Content-Type', 'text/xml']],
  [
    ['Content-Type', 'text/plain'],
    ['CONTENT-TYPE', 'application/json'],
  ],
  [],
);
const others = fc.subarray<readonly [string, string]>([
  ['Date', 'Tue, 17 Nov 2026 00:00:01 GMT'],
  ['date', 'Tue, 17 Nov 2026 00:00:02 GMT'],
  ['X-Request-Id', '1'],
  ['X-Request-Id', '2'],
  ['X-A', '1'],
  ['x-a', ' 2 '],
  ['X-B', 'Gr\u00c3\u00bc\u00c3\u009fe'],
  ['Set-Cookie', 'sid=1; Path=/'],
  ['Set-Cookie', 'sid=2'],
  ['Keep-Alive', 'timeout=5'],
]);

export const responses: fc.Arbitrary<TestResponse> = fc
  .record({
    status: fc.constantFrom(200, 200, 200, 201, 302, 404, 500),
    type: types,
    other: others,
    body: bodies,
    coding: fc.constantFrom('', '', '', 'gzip', 'deflate', 'broken', 'unknown'),
    framing: fc.constantFrom('length', 'length', 'chunked', 'interim'),
  })
  .map(({ status, type, other, body, coding, framing }) => {
    const [name, wireBody, decoded] = encode(body, coding);
    const codingHeader: readonly (readonly [string, string])[] =
      name === '' ? [] : [['Content-Encoding', name]];
    return { status, headers: [...other, ...type, ...codingHeader], body: decoded, wireBody, framing };
  });

/** An unknown coding leaves the body as it is. */
function encode(body: Uint8Array, coding: string): readonly [string, Uint8Array, Uint8Array | undefined] {
  switch (coding) {
    case 'gzip':
      return ['gzip', gzipSync(body), body];
    case 'deflate':
      return ['deflate', deflateSync(body), body];
    case 'broken':
      return ['gzip', Buffer.from('no gzip at all'), undefined];
    case 'unknown':
      return ['x-unknown', body, body];
    default:
      return ['', body, body];
  }
}

/** The bytes on the wire. Header values have one byte per character. */
export function wireBytes({ status, headers, wireBody, framing }: TestResponse): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const frame = framing === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${wireBody.length}`;
  const interim = framing === 'interim' ? 'HTTP/1.1 103 Early Hints\r\nX-A: hint\r\n\r\n' : '';
  const head = Buffer.from(`${interim}HTTP/1.1 ${status} Any\r\n${lines}${frame}\r\n\r\n`, 'latin1');
  if (framing !== 'chunked') return Buffer.concat([head, wireBody]);
  const size = wireBody.length === 0 ? '' : `${wireBody.length.toString(16)}\r\n`;
  const end = wireBody.length === 0 ? '0\r\n\r\n' : '\r\n0\r\n\r\n';
  return Buffer.concat([head, Buffer.from(size), wireBody, Buffer.from(end)]);
}

export const assertionLines = fc.constantFrom(
  'status 200',
  'status between 200 and 299',
  'duration < 500',
  'duration !matches /7/',
  'header X-A == 1',
  'header x-a contains 2',
  'header X-B == Grüße',
  'header Content-Type contains json',
  'header X-Request-Id !exists',
  'header length > 2',
  'cookie sid == 2',
  'size < 100',
  'sha256 exists',
  'body exists',
  'body contains parcel',
  'body startsWith "{"',
  'body isEmpty',
  'body.id == 7',
  'body.id === 7',
  'body.id !== "7"',
  'body.gone absent',
  'body.name !absent',
  'body.name truthy',
  'body.items each .id exists',
  'body.id type number',
  'body.id in [7, 8]',
  'body.name == parcel',
  'body.name length 6',
  'body.name matches /^(a|b|ab)*c$/',
  'body.items[*].k each < 2',
  'body.items.length <= 2',
  'body.items[0].t[0] == x0',
  'body.a.b.c != 8',
  'body[0].k == 0',
  'body schema item.json',
  'jsonpath $.id == 7',
  'jsonpath "$.items[?@.k > 0].k" == [1]',
  'xpath //id == 7',
  'regex /"id": ?(\\d+)/ == 7',
);

/** Parts of the bytes, as separate reads would give them. */
export function cutBytes(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set(cuts.map((cut) => cut % bytes.length))].filter((at) => at > 0);
  const ends = [...places.sort((a, b) => a - b), bytes.length];
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

/** A connection whose bytes are overwritten as soon as it has read them. */
export class TestConnection {
  readonly #staticRead: NonNullable<Dialled['staticRead']>;
  readonly #connection: LoadConnection;

  constructor() {
    const socket = Object.assign(new EventEmitter(), {
      destroyed: false,
      writable: true,
      writableLength: 0,
      write: () => true,
      destroy: () => undefined,
    }) as unknown as Socket;
    this.#staticRead = { connect: () => socket, onBytes: undefined };
    const owner = { clock: systemClock, shown: 'test', onFree: () => undefined, onClose: () => undefined };
    this.#connection = new LoadConnection({ socket, staticRead: this.#staticRead } as Dialled, owner);
  }

  exchange(parts: readonly Buffer[], options: ResponseReadOptions, receiver: ResponseReceiver): void {
    this.#connection.send(Buffer.from('GET / HTTP/1.1\r\n\r\n'), options, receiver);
    for (const part of parts) {
      MEMORY.set(part);
      this.#staticRead.onBytes?.(MEMORY.subarray(0, part.length));
      MEMORY.fill(0x7e, 0, part.length);
    }
  }
}

const MEMORY = Buffer.alloc(256 * 1024);
