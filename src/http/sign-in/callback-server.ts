/** Listens on this machine for the one page that a browser opens after a sign-in (RFC 8252, section 7.3). */
import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { abortable } from '../message/abort.js';
import type { Clock } from '../../primitives/clock.js';
import type { StopSignal } from '../../primitives/stop-signal.js';
import { bindPort } from '../serving/bind-port.js';
import { signInFailure } from './sign-in-context.js';

/** What the provider sent along with the browser. */
export type CallbackResponse =
  | { readonly code: string }
  | { readonly refused: Readonly<Record<'error' | 'error_description', unknown>> };

export interface Callback {
  readonly port: number;
  /** Undefined when the browser did not come in time. */
  readonly wait: (ms: number, signal: StopSignal) => Promise<CallbackResponse | undefined>;
  readonly close: () => void;
}

const PAGE =
  '<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>svc</title>\n' +
  '<p>You can close this window.</p></html>\n';

const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close',
};
const MAX_CONNECTIONS = 100;
const REQUEST_LIMIT_MS = 10_000;
const CLOSING_MS = 1000;

/** The port is 0 for a free one. Throws RequestFailure('auth') when it cannot be used. */
export async function openCallback(state: string, port: number, clock: Clock): Promise<Callback> {
  let take: (response: CallbackResponse) => void = () => undefined;
  const taken = new Promise<CallbackResponse>((resolve) => (take = resolve));
  let isTaken = false;
  const server = createServer(
    { requestTimeout: REQUEST_LIMIT_MS, headersTimeout: REQUEST_LIMIT_MS },
    (request, response) => {
      const found = isTaken ? undefined : readCallback(request, state);
      respond(response, found !== undefined);
      if (found === undefined) return;
      isTaken = true;
      take(found);
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  // Browsers open connections that they may never use, which must not keep the process alive.
  server.on('connection', (socket) => socket.unref());
  const bound = await bindPort(server, '127.0.0.1', port, ({ code, message }) =>
    signInFailure(
      `cannot wait for the browser on port ${port}: ${code === 'EADDRINUSE' ? 'it is in use' : (code ?? message)}; choose another one with --oauth-port`,
    ),
  );
  return {
    port: bound.port,
    wait: (ms, signal) =>
      abortable(signal, (resolve) => {
        const timer = clock.at(clock.now() + ms, () => resolve(undefined));
        void taken.then((response) => {
          timer.cancel();
          resolve(response);
        });
        return () => timer.cancel();
      }),
    close: () => {
      server.close();
      // The page may still be on its way to the browser.
      clock.at(clock.now() + CLOSING_MS, () => server.closeAllConnections()).unref();
    },
  };
}

function respond(response: ServerResponse, isFound: boolean): void {
  if (isFound) response.writeHead(200, PAGE_HEADERS).end(PAGE);
  else response.writeHead(404, { 'Content-Type': 'text/plain', Connection: 'close' }).end('Not found\n');
}

/** Undefined for everything but the response to this sign-in. */
function readCallback({ method, url = '' }: IncomingMessage, state: string): CallbackResponse | undefined {
  const [path, query = ''] = url.split('?', 2);
  if (method !== 'GET' || path !== '/callback') return undefined;
  const parameters = new URLSearchParams(query);
  if (!isSame(parameters.get('state') ?? '', state)) return undefined;
  const error = parameters.get('error');
  if (error !== null) return { refused: { error, error_description: parameters.get('error_description') } };
  const code = parameters.get('code') ?? '';
  return code === '' ? undefined : { code };
}

/** Takes the same time wherever the texts differ. */
function isSame(given: string, expected: string): boolean {
  const bytes = Buffer.from(given, 'utf8');
  const wanted = Buffer.from(expected, 'utf8');
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
}
