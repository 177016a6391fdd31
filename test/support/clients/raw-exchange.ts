import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

export interface RawExchange {
  readonly method: string;
  readonly target: string;
  /** Alternating names and values. */
  readonly headers?: readonly string[];
  readonly body?: string;
}

export interface RawResponse {
  readonly status: number;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Sends exactly this, on a connection of its own. */
export function exchangeRaw(
  port: number,
  { method, target, headers = [], body }: RawExchange,
): Promise<RawResponse> {
  const length = body === undefined ? [] : ['Content-Length', String(Buffer.byteLength(body))];
  const flat = ['Host', `127.0.0.1:${port}`, ...headers, ...length];
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path: target, headers: flat, agent: false });
    sent.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      response.on('end', () => {
        const { statusCode = 0, rawHeaders } = response;
        resolve({ status: statusCode, headers: rawHeaders, body: Buffer.concat(chunks) });
      });
    });
    sent.end(body);
  });
}

/** One after the other. */
export async function exchangeAll(port: number, exchanges: readonly RawExchange[]): Promise<RawResponse[]> {
  const responses: RawResponse[] = [];
  for (const exchange of exchanges) responses.push(await exchangeRaw(port, exchange));
  return responses;
}

/** What a recording has to repeat, each response beside its request. */
export function comparable(
  exchanges: readonly RawExchange[],
  responses: readonly RawResponse[],
): readonly object[] {
  return exchanges.map((exchange, index) => {
    const response = responses[index];
    return { exchange, ...(response && repeatable(response)) };
  });
}

const COMPUTED = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']);

function repeatable({ status, headers, body }: RawResponse): object {
  const pairs = headers.flatMap((name, index) =>
    index % 2 === 0 && !COMPUTED.has(name.toLowerCase()) ? [`${name}: ${headers[index + 1]}`] : [],
  );
  const coding = pairs.find((pair) => /^content-encoding: /i.test(pair))?.slice(18) ?? '';
  return { status, headers: pairs, body: decoded(body, coding).toString('latin1') };
}

function decoded(body: Buffer, coding: string): Buffer {
  switch (coding) {
    case 'gzip':
      return gunzipSync(body);
    case 'br':
      return brotliDecompressSync(body);
    case 'deflate':
      return inflateSync(body);
    default:
      return body;
  }
}
