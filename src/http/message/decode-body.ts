/** Undoes content codings; loaded only when a response has one. */
import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { ByteBuffer } from '../../primitives/byte-buffer.js';
import { RequestFailure } from './message.js';

export interface DecodeLimits {
  readonly maxBodyBytes: number;
  /** Whether only the size counts, and not how much larger than the received bytes the body is. */
  readonly anyExpansion?: boolean;
  /** Whether the time limit cut the response, so that the end of the data is missing. */
  readonly partial: boolean;
  /** Host and port for messages. */
  readonly shown: string;
}

const MAX_CODING_COUNT = 3;
const MAX_EXPANSION_FACTOR = 1000;
/** A body up to this size may expand by any factor. */
const FREE_EXPANSION_BYTES = 1 << 20;
/** Larger bodies are decoded by a stream, so that they do not block the event loop. */
const MAX_SYNC_BYTES = 1 << 16;
const SUPPORTED_CODINGS = new Set(['gzip', 'x-gzip', 'deflate', 'br']);

/** `coding` is the value of Content-Encoding. */
export async function decodeBody(
  received: Uint8Array,
  coding: string,
  limits: DecodeLimits,
): Promise<{ body: Uint8Array; warnings: readonly string[] }> {
  const codings = coding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  const unknown = codings.find((name) => !SUPPORTED_CODINGS.has(name));
  if (unknown !== undefined) {
    return { body: received, warnings: [`the body is kept in the unknown coding "${unknown}"`] };
  }
  if (codings.length > MAX_CODING_COUNT) {
    throw new RequestFailure('decode', `${limits.shown} coded the response ${codings.length} times`);
  }
  let body = received;
  const expanded = limits.anyExpansion
    ? Infinity
    : Math.max(FREE_EXPANSION_BYTES, received.length * MAX_EXPANSION_FACTOR);
  const maxBytes = Math.min(limits.maxBodyBytes, expanded);
  for (const name of codings.toReversed()) {
    body =
      decodeSync(body, name, maxBytes, limits.partial) ??
      (await decodeStreamed(body, name, maxBytes, limits));
  }
  return { body, warnings: [] };
}

/** Undefined for a body that is too large for one synchronous call, or broken. */
function decodeSync(
  data: Uint8Array,
  name: string,
  maxBytes: number,
  partial: boolean,
): Uint8Array | undefined {
  if (data.length > MAX_SYNC_BYTES) return undefined;
  const { decode, options } = selectDecoder(data, name, partial);
  try {
    return decode(data, { ...options, maxOutputLength: Math.min(maxBytes, FREE_EXPANSION_BYTES) });
  } catch {
    // The stream finds out which of the two it is.
    return undefined;
  }
}

/** Stops as soon as there are more than `maxBytes`: a small response can expand to gigabytes. */
function decodeStreamed(
  data: Uint8Array,
  name: string,
  maxBytes: number,
  limits: DecodeLimits,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const { create, options } = selectDecoder(data, name, limits.partial);
    const decoder = create({ ...options, chunkSize: 64 * 1024 });
    const decoded = new ByteBuffer(maxBytes);
    decoder.on('data', (chunk: Uint8Array) => {
      if (decoded.append(chunk)) return;
      decoder.destroy();
      reject(tooLarge(maxBytes, limits));
    });
    decoder.on('end', () => resolve(decoded.bytes()));
    decoder.on('error', (error) => {
      const message = `the response of ${limits.shown} is not valid ${name} data`;
      reject(new RequestFailure('decode', message, { cause: error }));
    });
    decoder.end(data);
  });
}

interface Decoder {
  readonly decode: (data: Uint8Array, options: zlib.ZlibOptions) => Uint8Array;
  readonly create: (options: zlib.ZlibOptions) => Transform;
  readonly options: { readonly finishFlush: number };
}

function selectDecoder(data: Uint8Array, name: string, partial: boolean): Decoder {
  const { Z_FINISH, Z_SYNC_FLUSH, BROTLI_OPERATION_FINISH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  if (name === 'br') {
    const finishFlush = partial ? BROTLI_OPERATION_FLUSH : BROTLI_OPERATION_FINISH;
    return {
      decode: zlib.brotliDecompressSync,
      create: zlib.createBrotliDecompress,
      options: { finishFlush },
    };
  }
  const options = { finishFlush: partial ? Z_SYNC_FLUSH : Z_FINISH };
  if (name !== 'deflate') return { decode: zlib.gunzipSync, create: zlib.createGunzip, options };
  return hasZlibHeader(data)
    ? { decode: zlib.inflateSync, create: zlib.createInflate, options }
    : { decode: zlib.inflateRawSync, create: zlib.createInflateRaw, options };
}

/** RFC 9110 8.4.1.2: deflate is zlib data (RFC 1950 2.2), though some servers send it bare. */
function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && first >> 4 <= 7 && (first * 256 + second) % 31 === 0;
}

function tooLarge(maxBytes: number, { maxBodyBytes, shown }: DecodeLimits): RequestFailure {
  return new RequestFailure(
    'bodyLimit',
    maxBytes === maxBodyBytes
      ? `the response of ${shown} is larger than ${maxBodyBytes} bytes`
      : `the response of ${shown} expands to more than ${MAX_EXPANSION_FACTOR} times its size`,
  );
}
