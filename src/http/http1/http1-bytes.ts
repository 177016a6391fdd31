/** Lines of HTTP/1.1 in bytes as they come (RFC 9112 sections 2.2 and 7.1). */

const LF = 10;
const CR = 13;
const DEL = 127;

/** Of its line feed; -1 when it has not come yet, -2 when the line holds what no line may hold. */
export function endOfLine(chunk: Uint8Array, start: number): number {
  for (let at = start; at < chunk.length; at++) {
    const byte = chunk[at] ?? 0;
    if ((byte >= 32 && byte !== DEL) || byte === 9) continue;
    if (byte !== CR) return -2;
    if (at + 1 >= chunk.length) return -1;
    return chunk[at + 1] === LF ? at + 1 : -2;
  }
  return -1;
}

/** RFC 9112 7.1: hexadecimal digits, then perhaps an extension; -1 for anything else. */
export function chunkSize(chunk: Uint8Array, start: number, end: number): number {
  let size = 0;
  let at = start;
  for (; at < end; at++) {
    const digit = HEX[chunk[at] ?? 0] ?? -1;
    if (digit < 0) break;
    size = size * 16 + digit;
    if (at - start > 12) return -1;
  }
  const byte = chunk[at];
  return at > start && (at === end || byte === 59 || byte === 32 || byte === 9) ? size : -1;
}

const HEX = new Int8Array(256).fill(-1);
for (let digit = 0; digit < 16; digit++) {
  const text = digit.toString(16);
  HEX[text.charCodeAt(0)] = digit;
  HEX[text.toUpperCase().charCodeAt(0)] = digit;
}

/** One byte a character. */
export function textIn(chunk: Uint8Array, from: number, to: number): string {
  return Buffer.from(chunk.buffer, chunk.byteOffset + from, to - from).toString('latin1');
}
