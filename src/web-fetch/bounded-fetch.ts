/** The one engine of everything that is fetched for others (mcp.md 4.4 to 4.7). */
import type { HttpResponseHead, HttpResponseRules } from '../http/connect/http-connection.js';
import { compose } from '../http/message/compose.js';
import type { ConnectionsOptions } from '../http/connections/connections-options.js';
import { createConnections } from '../http/connections/connections.js';
import { headerValue } from '../http/message/headers.js';
import {
  RequestFailure,
  type HeaderList,
  type HttpRequest,
  type HttpResponse,
  type Send,
  type Wrap,
} from '../http/message/message.js';
import type { ProxyChoice } from '../http/connect/proxy.js';
import { publicNetwork, type PublicNetworkOptions } from '../http/connections/public-network.js';
import { timeLimit } from '../http/wraps/time-limit.js';
import { elapsed } from '../primitives/clock.js';
import { FetchFailure } from './rules/fetch-failure.js';
import { followHops, redirectLocation } from './follow-hops.js';
import { fetchFailure } from './network-words.js';
import { withDefaults } from './rules/request-rules.js';
import { systemResolve } from '../http/connect/system-resolve.js';

/** Where a fetch may go; the functions are for tests. */
export interface FetchNetwork extends Partial<
  Pick<PublicNetworkOptions, 'resolve' | 'isPublic' | 'connect'>
> {
  readonly policy: 'public-only' | 'any-network';
  /** Under any-network only. */
  readonly proxy?: ProxyChoice;
}

export interface FetchLimits {
  /** Milliseconds from the first name to the last byte. */
  readonly timeout: number;
  /** Of the decoded body. */
  readonly maxBodyBytes: number;
}

export interface FetchOrder extends FetchLimits {
  readonly network: FetchNetwork;
  readonly request: Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'>;
  /** Headers of the fetcher, sent unless the caller names them. */
  readonly defaults: HeaderList;
  readonly follow: boolean;
  readonly signal: AbortSignal;
  /** False: any certificate is accepted; under any-network only. */
  readonly validateSSL?: boolean;
  /** Signs each hop; given the engine without redirects, for what it has to ask first. */
  readonly auth?: (send: Send) => Wrap | undefined;
  /** Whether `auth` will answer a refusal of an unsigned request, so that nobody sees its body. */
  readonly isChallenge?: (head: HttpResponseHead) => boolean;
}

/** What was asked for and what came back. */
export interface Fetched {
  readonly source: string;
  readonly finalUrl: string;
  /** Of the last hop. */
  readonly method: string;
  readonly statusCode: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  readonly redirects: number;
  /** Milliseconds. */
  readonly duration: number;
}

export const MAX_REDIRECTS = 10;
const MOST_HEADER_BYTES = 64 * 1024;
const MOST_CODINGS = 2;
const MOST_TOKEN_BYTES = 64 * 1024;
const CODINGS: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'identity', '']);

export async function fetchBounded(order: FetchOrder): Promise<Fetched> {
  const { request, defaults, follow, signal, timeout } = order;
  const hop: CurrentHop = { url: request.url, method: request.method, follow, isSigned: false };
  const engine = engineOf(order, hop, order.maxBodyBytes);
  const credentials = order.auth?.(engineOf(order, { ...hop, follow: false }, MOST_TOKEN_BYTES));
  const send = compose(engine, [
    timeLimit(timeout),
    followHops({ follow, max: MAX_REDIRECTS, defaults }),
    ...(credentials ? [credentials] : []),
    noted(hop),
  ]);
  const started = elapsed();
  try {
    const headers = withDefaults(request.headers, defaults);
    const response = await send({ ...request, headers, signal });
    return fetchedOf(response, request.url, elapsed() - started);
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    const insecureRefused = order.validateSSL === false && order.network.policy === 'public-only';
    throw fetchFailure(error, { ...order, url: hop.url, insecureRefused });
  }
}

/** From an answer with its exchanges, whoever followed the redirects. */
export function fetchedOf(response: HttpResponse, source: string, duration: number): Fetched {
  const { url, statusCode, statusText, headers, body, exchanges } = response;
  const earlier = exchanges.slice(0, -1);
  return {
    source,
    finalUrl: url,
    method: exchanges.at(-1)?.request.method ?? '',
    statusCode,
    statusText,
    headers,
    body,
    redirects: earlier.filter(({ response: each }) => each && isRedirect(each.statusCode)).length,
    duration,
  };
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** What is asked at the moment: for messages, and for how its answer is judged. */
interface CurrentHop {
  url: string;
  method: string;
  readonly follow: boolean;
  isSigned: boolean;
}

function noted(hop: CurrentHop): Wrap {
  return (next) => (request) => {
    hop.url = request.url;
    hop.method = request.method;
    hop.isSigned = headerValue(request.headers, 'authorization') !== '';
    return next(request);
  };
}

function engineOf(order: FetchOrder, hop: CurrentHop, maxBodyBytes: number): Send {
  const { network, timeout, validateSSL = true } = order;
  const options = {
    connectTimeout: timeout,
    httpVersion: '1.1' as const,
    maxBodyBytes,
    answers: answerRules(hop, order),
    ...(network.connect && { connect: network.connect }),
  };
  if (network.policy === 'any-network')
    return sendOnce({ ...options, tls: { validate: validateSSL }, proxy: network.proxy ?? { kind: 'none' } });
  return publicNetwork({
    ...options,
    tls: { validate: true },
    resolve: network.resolve ?? systemResolve,
    allowPrivate: false,
    judgePorts: true,
    ...(network.isPublic && { isPublic: network.isPublic }),
  });
}

/** No connection serves two hops. */
function sendOnce(options: Omit<ConnectionsOptions, 'maxSockets'>): Send {
  return async (request) => {
    const connection = createConnections({ ...options, maxSockets: 1 });
    try {
      return await connection.send(request);
    } finally {
      connection.close();
    }
  };
}

function answerRules(hop: CurrentHop, { isChallenge }: FetchOrder): HttpResponseRules {
  return {
    maxHeaderBytes: MOST_HEADER_BYTES,
    wholeEventStreams: true,
    anyExpansion: true,
    judgeHead: (head) => {
      const { statusCode, headers } = head;
      if (!hop.isSigned && isChallenge?.(head)) return 'discard';
      if (hop.follow && redirectLocation(statusCode, headers) !== undefined) return 'discard';
      if (hop.method !== 'HEAD') checkCodings(headerValue(headers, 'content-encoding'));
      return 'read';
    },
  };
}

function checkCodings(header: string): void {
  const codings = header.split(',').map((coding) => coding.trim().toLowerCase());
  const unknown = codings.find((coding) => !CODINGS.has(coding));
  const stacked = codings.filter((coding) => coding !== 'identity' && coding !== '');
  if (unknown === undefined && stacked.length <= MOST_CODINGS) return;
  const shown = (unknown ?? stacked.join(', ')).replace(/[^\x20-\x7e]/g, ' ').slice(0, 64);
  const cause = new FetchFailure('unsupported_media', `content coding ${shown} is not supported`);
  throw new RequestFailure('decode', cause.message, { cause });
}
