/** Fetches one URL for a third party within limits of place, size and time. */
import type { HttpResponseHead, HttpResponseRules } from '../http/connect/http-connection.js';
import { compose } from '../http/message/compose.js';
import { sendOnce } from '../http/connections/connections.js';
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
import { isRedirectStatus, redirectLocation } from '../http/wraps/redirect-chain.js';
import { timeLimit } from '../http/wraps/time-limit.js';
import { elapsed, systemClock } from '../primitives/clock.js';
import { FetchFailure } from './rules/fetch-failure.js';
import { followFetchRedirects } from './fetch-redirects.js';
import { toFetchFailure } from './network-error-messages.js';
import { withDefaults } from './rules/request-rules.js';
import { systemResolve } from '../http/connect/system-resolve.js';

/** Which targets a fetch may reach; tests provide the functions. */
export interface FetchNetwork extends Partial<
  Pick<PublicNetworkOptions, 'resolve' | 'isPublic' | 'connect'>
> {
  readonly policy: 'public-only' | 'any-network';
  /** Used under any-network only. */
  readonly proxy?: ProxyChoice;
}

export interface FetchOptions {
  /** Milliseconds from the first name look-up to the last byte. */
  readonly timeout: number;
  /** The limit of the decoded body. */
  readonly maxBodyBytes: number;
  readonly network: FetchNetwork;
  readonly request: Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'>;
  /** The headers of the fetcher, sent unless the caller names them. */
  readonly defaults: HeaderList;
  readonly follow: boolean;
  readonly signal: AbortSignal;
  /** When false, any certificate is accepted; under any-network only. */
  readonly validateSSL?: boolean;
  /** Signs each hop; it gets a sender without redirects for token calls. */
  readonly auth?: (send: Send) => Wrap | undefined;
  /** Whether `auth` responds to this challenge, so that the body of the response is not needed. */
  readonly isChallenge?: (head: HttpResponseHead) => boolean;
}

/** The request and its response. */
export interface Fetched {
  readonly source: string;
  readonly finalUrl: string;
  /** The method of the last hop. */
  readonly method: string;
  readonly statusCode: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  readonly redirects: number;
  /** In milliseconds. */
  readonly duration: number;
}

const MAX_HEADER_BYTES = 64 * 1024;
const MAX_CODING_COUNT = 2;
const MAX_TOKEN_BYTES = 64 * 1024;
const CODINGS: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'identity', '']);

export async function fetchBounded(options: FetchOptions): Promise<Fetched> {
  const { request, defaults, follow, signal, timeout } = options;
  const hop: CurrentHop = { url: request.url, method: request.method, follow, isSigned: false };
  const sendHop = createSend(options, hop, options.maxBodyBytes);
  const credentials = options.auth?.(createSend(options, { ...hop, follow: false }, MAX_TOKEN_BYTES));
  const send = compose(sendHop, [
    timeLimit(timeout, systemClock),
    followFetchRedirects(follow, defaults),
    ...(credentials ? [credentials] : []),
    trackHop(hop),
  ]);
  const started = elapsed();
  try {
    const headers = withDefaults(request.headers, defaults);
    const response = await send({ ...request, headers, signal });
    return toFetched(response, request.url, elapsed() - started);
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    const insecureRefused = options.validateSSL === false && options.network.policy === 'public-only';
    throw toFetchFailure(error, { ...options, url: hop.url, insecureRefused });
  }
}

/** Builds the result from a response whose redirects were followed already. */
export function toFetched(response: HttpResponse, source: string, duration: number): Fetched {
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
    redirects: earlier.filter(({ response: each }) => each && isRedirectStatus(each.statusCode)).length,
    duration,
  };
}

/** The current request, for messages and for the check of its response head. */
interface CurrentHop {
  url: string;
  method: string;
  readonly follow: boolean;
  isSigned: boolean;
}

function trackHop(hop: CurrentHop): Wrap {
  return (next) => (request) => {
    hop.url = request.url;
    hop.method = request.method;
    hop.isSigned = headerValue(request.headers, 'authorization') !== '';
    return next(request);
  };
}

function createSend(options: FetchOptions, hop: CurrentHop, maxBodyBytes: number): Send {
  const { network, timeout, validateSSL = true } = options;
  const common = {
    connectTimeout: timeout,
    httpVersion: '1.1' as const,
    maxBodyBytes,
    responseRules: createResponseRules(hop, options),
    ...(network.connect && { connect: network.connect }),
  };
  if (network.policy === 'any-network') {
    const { proxy = { kind: 'none' } } = network;
    return (request) => sendOnce(request, { ...common, tls: { validate: validateSSL }, proxy });
  }
  return publicNetwork({
    ...common,
    tls: { validate: true },
    resolve: network.resolve ?? systemResolve,
    allowPrivate: false,
    checkPorts: true,
    ...(network.isPublic && { isPublic: network.isPublic }),
  });
}

function createResponseRules(hop: CurrentHop, { isChallenge }: FetchOptions): HttpResponseRules {
  return {
    maxHeaderBytes: MAX_HEADER_BYTES,
    wholeEventStreams: true,
    anyExpansion: true,
    checkHead: (head) => {
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
  if (unknown === undefined && stacked.length <= MAX_CODING_COUNT) return;
  const shown = (unknown ?? stacked.join(', ')).replace(/[^\x20-\x7e]/g, ' ').slice(0, 64);
  const cause = new FetchFailure('unsupported_media', `content coding ${shown} is not supported`);
  throw new RequestFailure('decode', cause.message, { cause });
}
