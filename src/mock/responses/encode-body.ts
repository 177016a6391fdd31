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

interface Coding {
  readonly encode: (body: Buffer) => Buffer;
  readonly encodeAhead: (body: Buffer) => Promise<Buffer>;
}

const GZIP: Coding = {
  encode: (body) => gzipSync(body, QUICK),
  encodeAhead: (body) => promisify<Buffer, ZlibOptions, Buffer>(gzip)(body, QUICK),
};

const CODINGS: ReadonlyMap<string, Coding> = new Map<string, Coding>([
  ['gzip', GZIP],
  ['x-gzip', GZIP],
  [
    'deflate',
    {
      encode: (body) => deflateSync(body, QUICK),
      encodeAhead: (body) => promisify<Buffer, ZlibOptions, Buffer>(deflate)(body, QUICK),
    },
  ],
  [
    'br',
    {
      encode: (body) => brotliCompressSync(body, QUICK_BROTLI),
      encodeAhead: (body) => promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)(body, QUICK_BROTLI),
    },
  ],
]);

/** A block that names a coding means that its text is sent in it; an unknown one is sent as it is. */
export function encodeBody(coding: string, body: Buffer): Buffer {
  return codingOf(coding)?.encode(body) ?? body;
}

/** The same beside the event loop, for what is encoded once and may be large. */
export async function encodeAhead(coding: string, body: Buffer): Promise<Buffer> {
  return (await codingOf(coding)?.encodeAhead(body)) ?? body;
}

function codingOf(coding: string): Coding | undefined {
  return CODINGS.get(coding.trim().toLowerCase());
}
