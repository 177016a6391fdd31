import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

/** A block that names a coding means that its text is sent in it; an unknown one is sent as it is. */
export function encodeBody(coding: string, body: Buffer): Buffer {
  switch (coding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return gzipSync(body);
    case 'deflate':
      return deflateSync(body);
    case 'br':
      return brotliCompressSync(body);
    default:
      return body;
  }
}
