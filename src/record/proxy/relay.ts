import type { IncomingMessage, OutgoingMessage } from 'node:http';
import { isHopByHop } from './forward-headers.js';

/** Passes bytes on as they come, no faster than they are taken; when the taker is gone, they are thrown away. */
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
      passTrailers(from, to);
      to.end();
    }
    onEnd();
  });
}

/** RFC 9110 6.5: fields that come after the body; Node leaves them out where the body is not chunked. */
export function passTrailers({ rawTrailers }: IncomingMessage, to: OutgoingMessage): void {
  if (rawTrailers.length === 0) return;
  const fields: [string, string][] = [];
  for (let at = 0; at < rawTrailers.length; at += 2) {
    const name = rawTrailers[at] ?? '';
    const lower = name.toLowerCase();
    // 6.5.1: what frames or routes a message has no place there.
    if (!isHopByHop(lower) && lower !== 'content-length' && lower !== 'host') {
      fields.push([name, rawTrailers[at + 1] ?? '']);
    }
  }
  to.addTrailers(fields);
}
