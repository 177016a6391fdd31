import { request } from 'node:http';

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
