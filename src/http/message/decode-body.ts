/** Content codings undone, loaded when an answer has one: cli.md 5, "decoding". */
import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { ByteBuffer } from '../../primitives/byte-buffer.js';
import { RequestFailure } from './message.js';

export interface DecodeLimits {
  readonly maxBodyBytes: number;
  /** The size alone decides, not how much larger than received it is. */
  readonly anyExpansion?: boolean;
  /** Cut by the time limit: the end of the data is missing. */
  readonly partial: boolean;
  /** Host and port for messages. */
  readonly shown: string;
}

const MOST_CODINGS = 3;
const MOST_EXPANSION = 1000;
/** Below this size no expansion is too much. */
const HARMLESS = 1 << 20;
/** Received bytes that are decoded in one go. */
const SMALL = 1 << 16;
const KNOWN = new Set(['gzip', 'x-gzip', 'deflate', 'br']);

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
  const unknown = codings.find((name) => !KNOWN.has(name));
  if (unknown !== undefined) {
    return { body: received, warnings: [`the body is kept in the unknown coding "${unknown}"`] };
  }
  if (codings.length > MOST_CODINGS) {
    throw new RequestFailure('decode', `${limits.shown} coded the answer ${codings.length} times`);
  }
  let body = received;
  const expanded = limits.anyExpansion ? Infinity : Math.max(HARMLESS, received.length * MOST_EXPANSION);
  const most = Math.min(limits.maxBodyBytes, expanded);
  for (const name of codings.toReversed()) {
    body = undoAtOnce(body, name, most, limits.partial) ?? (await undo(body, name, most, limits));
  }
  return { body, warnings: [] };
}

/** In one go where that blocks nobody for long: a stream costs several times as much. */
function undoAtOnce(data: Uint8Array, name: string, most: number, partial: boolean): Uint8Array | undefined {
  if (data.length > SMALL) return undefined;
  const { decode, options } = decoderOf(data, name, partial);
  try {
    return decode(data, { ...options, maxOutputLength: Math.min(most, HARMLESS) });
  } catch {
    // Too large for that, or broken: the stream tells.
    return undefined;
  }
}

/** Stops as soon as there is more than `most`: a small answer can expand to gigabytes. */
function undo(data: Uint8Array, name: string, most: number, limits: DecodeLimits): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const { create, options } = decoderOf(data, name, limits.partial);
    const decoder = create({ ...options, chunkSize: 64 * 1024 });
    const decoded = new ByteBuffer(most);
    decoder.on('data', (chunk: Uint8Array) => {
      if (decoded.append(chunk)) return;
      decoder.destroy();
      reject(tooLarge(most, limits));
    });
    decoder.on('end', () => resolve(decoded.bytes()));
    decoder.on('error', (error) => {
      const message = `the answer of ${limits.shown} is not valid ${name} data`;
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

function decoderOf(data: Uint8Array, name: string, partial: boolean): Decoder {
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

function tooLarge(most: number, { maxBodyBytes, shown }: DecodeLimits): RequestFailure {
  return new RequestFailure(
    'bodyLimit',
    most === maxBodyBytes
      ? `the answer of ${shown} is larger than ${maxBodyBytes} bytes`
      : `the answer of ${shown} expands to more than ${MOST_EXPANSION} times its size`,
  );
}
