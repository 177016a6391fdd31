import { ServiceError } from '../errors.js';
import type { Service } from '../operations/servers/service.js';
import { checkFields, checkQuery } from './call/check-fields.js';
import type { ApiExchange } from './call/exchange.js';
import { bodyTooLarge, checkType } from './guards/content.js';
import { parseBody } from './json-body.js';
import { hasBody, readBody } from './read-body.js';
import type { RequestHead } from './call/request-head.js';
import type { ApiResponse, ApiCall } from './call/route.js';
import type { Match } from './router.js';

/** Reads and checks the body and the query, and hands them to the route. */
export async function performCall(
  exchange: ApiExchange,
  head: RequestHead,
  { route, params, rest }: Match,
  { service, trusted }: { readonly service: Service; readonly trusted: boolean },
): Promise<ApiResponse> {
  const { request } = exchange;
  const { headers } = request;
  let body: unknown;
  if (route.body !== undefined || hasBody(request)) {
    const bytes = await readBody(request, exchange);
    if (bytes === 'too-large') return bodyTooLarge();
    const unacceptable = route.body === undefined && bytes.length > 0 ? checkType(route, headers) : undefined;
    if (unacceptable !== undefined) return unacceptable;
    if (route.body === 'text') body = bytes;
    else if (route.body !== undefined) body = checkFields(route.body, parseBody(bytes));
  }
  const query = route.query === undefined ? undefined : checkQuery(route.query, head.query);
  const call = new CheckedCall(exchange, {
    params: decodeParams(params),
    rest,
    query,
    body,
    headers,
    trusted,
  });
  return await route.handle(call, service);
}

type CallParts = Omit<ApiCall, 'id' | 'localPort' | 'signal'>;

/** A checked call; its getters ask the exchange only when a route needs them. */
class CheckedCall implements ApiCall {
  readonly id: string;
  readonly params: ApiCall['params'];
  readonly rest: string;
  readonly query: unknown;
  readonly body: unknown;
  readonly headers: ApiCall['headers'];
  readonly trusted: boolean;
  readonly #exchange: ApiExchange;

  constructor(exchange: ApiExchange, { params, rest, query, body, headers, trusted }: CallParts) {
    this.#exchange = exchange;
    this.id = exchange.id;
    this.params = params;
    this.rest = rest;
    this.query = query;
    this.body = body;
    this.headers = headers;
    this.trusted = trusted;
  }

  get localPort(): number {
    return this.#exchange.request.socket.localPort ?? 0;
  }

  get signal(): AbortSignal {
    return this.#exchange.signal;
  }
}

function decodeParams(params: Match['params']): Match['params'] {
  const texts: Record<string, string> = {};
  for (const name in params) texts[name] = decode(params[name] ?? '');
  return texts;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ServiceError('usage', 'invalid path: a percent escape is not valid UTF-8');
  }
}
