/** Routes as one line of JSON each, so that the receiving thread can yield after every one. */
import { ByteBuffer } from '../primitives/byte-buffer.js';
import { jsonBytes } from '../primitives/threads/json-bytes.js';
import type { MockRoute } from './responses/mock-route.js';

export function writeRouteLines(routes: readonly MockRoute[]): Uint8Array {
  const lines = new ByteBuffer(Infinity);
  for (const route of routes) lines.append(jsonBytes(route, '\n'));
  return lines.take();
}

export function* readRouteLines(lines: Uint8Array): Generator<MockRoute> {
  const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.length);
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(NEW_LINE, start);
    yield JSON.parse(bytes.toString('utf8', start, end)) as MockRoute;
    start = end + 1;
  }
}

const NEW_LINE = 0x0a;
