import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  deflate,
  deflateSync,
  gzip,
  gzipSync,
  type BrotliOptions,
  type ZlibOptions,
} from 'node:zlib';

/** The densest form of a large text takes seconds. */
const QUICK: ZlibOptions = { level: constants.Z_BEST_SPEED };
const QUICK_BROTLI: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** A block that names a coding means that its text is sent in it; an unknown one is sent as it is. */
export function encodeBody(coding: string, body: Buffer): Buffer {
  switch (coding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return gzipSync(body, QUICK);
    case 'deflate':
      return deflateSync(body, QUICK);
    case 'br':
      return brotliCompressSync(body, QUICK_BROTLI);
    default:
      return body;
  }
}

/** The same beside the event loop, for what is encoded once and may be large. */
export async function encodeAhead(coding: string, body: Buffer): Promise<Buffer> {
  switch (coding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return promisify<Buffer, ZlibOptions, Buffer>(gzip)(body, QUICK);
    case 'deflate':
      return promisify<Buffer, ZlibOptions, Buffer>(deflate)(body, QUICK);
    case 'br':
      return promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)(body, QUICK_BROTLI);
    default:
      return body;
  }
}
