/** Loopback servers of HTTP/2, closed when the test has finished. */
import * as http2 from 'node:http2';
import { onTestFinished } from 'vitest';
import { listening } from './raw-server.js';

export type Http2Responder = (
  stream: http2.ServerHttp2Stream,
  headers: http2.IncomingHttpHeaders,
  raw: readonly string[],
) => void;

export interface Http2TestServer {
  readonly url: string;
  readonly sessions: readonly http2.ServerHttp2Session[];
}

/** Over TLS; `options` hold its certificate. */
export async function secureHttp2Server(
  respond: Http2Responder,
  options: http2.SecureServerOptions,
): Promise<Http2TestServer> {
  const server = http2.createSecureServer(options);
  if (options.allowHTTP1) server.on('request', (_incoming, outgoing) => void outgoing.end());
  return observed(server, 'https', respond);
}

export async function clearHttp2Server(respond: Http2Responder): Promise<Http2TestServer> {
  return observed(http2.createServer(), 'http', respond);
}

async function observed(
  server: http2.Http2Server | http2.Http2SecureServer,
  scheme: string,
  respond: Http2Responder,
): Promise<Http2TestServer> {
  const sessions: http2.ServerHttp2Session[] = [];
  server.on('session', (session: http2.ServerHttp2Session) => {
    sessions.push(session);
    session.on('error', () => {});
  });
  server.on('sessionError', () => {});
  server.on(
    'stream',
    (stream: http2.ServerHttp2Stream, headers: http2.IncomingHttpHeaders, _flags: number, raw: string[]) => {
      stream.on('error', () => {});
      respond(stream, headers, raw);
    },
  );
  const port = await listening(server);
  onTestFinished(() => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  return { url: `${scheme}://localhost:${port}`, sessions };
}
