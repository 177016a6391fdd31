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

/** The best compression of a large text would take seconds. */
const FAST: ZlibOptions = { level: constants.Z_BEST_SPEED };
const FAST_BROTLI: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

interface Coding {
  readonly encode: (body: Buffer) => Buffer;
  readonly encodeAhead: (body: Buffer) => Promise<Buffer>;
}

const GZIP = createCoding(gzipSync, gzip, FAST);
const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ['gzip', GZIP],
  ['x-gzip', GZIP],
  ['deflate', createCoding(deflateSync, deflate, FAST)],
  ['br', createCoding(brotliCompressSync, brotliCompress, FAST_BROTLI)],
]);

function createCoding<O>(
  encode: (body: Buffer, options: O) => Buffer,
  encodeAhead: (body: Buffer, options: O, done: (error: Error | null, encoded: Buffer) => void) => void,
  options: O,
): Coding {
  const ahead = promisify<Buffer, O, Buffer>(encodeAhead);
  return { encode: (body) => encode(body, options), encodeAhead: (body) => ahead(body, options) };
}

/** The text of a block is sent in the coding that the block names; with an unknown coding it is unchanged. */
export function encodeBody(coding: string, body: Buffer): Buffer {
  return codingOf(coding)?.encode(body) ?? body;
}

/** Asynchronous, for bodies that are encoded once and may be large. */
export async function encodeAhead(coding: string, body: Buffer): Promise<Buffer> {
  return (await codingOf(coding)?.encodeAhead(body)) ?? body;
}

function codingOf(coding: string): Coding | undefined {
  return CODINGS.get(coding.trim().toLowerCase());
}
