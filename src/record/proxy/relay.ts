import type { IncomingMessage, OutgoingMessage } from 'node:http';
import { isHopByHop } from '../recordings/hop-by-hop.js';

/** Forwards bytes with back-pressure; when the receiver is gone, they are discarded. */
export function relay(
  from: IncomingMessage,
  to: OutgoingMessage,
  onChunk: (chunk: Uint8Array) => void,
  onEnd: () => void,
): void {
  from.on('data', (chunk: Uint8Array) => {
    onChunk(chunk);
    if (!to.destroyed && !to.write(chunk)) {
      from.pause();
      to.once('drain', () => from.resume());
    }
  });
  from.on('end', () => {
    if (!to.destroyed) {
      forwardTrailers(from.rawTrailers, to);
      to.end();
    }
    onEnd();
  });
}

/** Forwards trailer fields (RFC 9110 6.5); Node omits them where the body is not chunked. */
export function forwardTrailers(rawTrailers: readonly string[], to: OutgoingMessage): void {
  if (rawTrailers.length === 0) return;
  const fields: [string, string][] = [];
  for (let at = 0; at < rawTrailers.length; at += 2) {
    const name = rawTrailers[at] ?? '';
    const lower = name.toLowerCase();
    // Fields that frame or route a message are not allowed there (6.5.1).
    if (!isHopByHop(lower) && lower !== 'content-length' && lower !== 'host') {
      fields.push([name, rawTrailers[at + 1] ?? '']);
    }
  }
  to.addTrailers(fields);
}
