import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Loopback {
  readonly url: string;
  /** Every request that came in whole, in the order of arrival. */
  readonly seen: Seen[];
}

export type Answer =
  | {
      readonly status?: number;
      readonly headers?: Record<string, string | string[]>;
      readonly body?: unknown;
    }
  /** Never answers. */
  | 'silence'
  | Promise<{ readonly status?: number; readonly body?: unknown }>;

/** A server for one test: every answer is JSON unless a Content-Type says otherwise. */
export async function loopback(answer: (seen: Seen) => Answer = () => ({})): Promise<Loopback> {
  const seen: Seen[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
      seen.push(one);
      void Promise.resolve(answer(one)).then((given) => {
        if (given === 'silence') return;
        const { status = 200, body = { ok: true } } = given;
        const type = { 'Content-Type': 'application/json' };
        response.writeHead(status, { ...type, ...('headers' in given ? given.headers : {}) });
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      });
    });
  };
  const server = createServer(listener);
  const port = await listen(server);
  onTestFinished(() => closed(server));
  return { url: `http://127.0.0.1:${port}`, seen };
}

/** A port on which nobody listens. */
export async function deadUrl(): Promise<string> {
  const server = createServer();
  const port = await listen(server);
  await closed(server);
  return `http://127.0.0.1:${port}`;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
