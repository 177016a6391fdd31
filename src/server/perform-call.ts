import { ServiceError } from '../errors.js';
import type { Service } from '../operations/servers/service.js';
import { checkFields, checkQuery } from './call/check-fields.js';
import type { Exchange } from './call/exchange.js';
import { bodyTooLarge, checkType } from './guards/content.js';
import { parseBody } from './json-body.js';
import { hasBody, readBody } from './read-body.js';
import type { RequestHead } from './call/request-head.js';
import type { ApiResponse, Call } from './call/route.js';
import type { Match } from './router.js';

/** Steps 10 to 14 of server.md 2.1: body, fields, and what the route does with them. */
export async function performCall(
  exchange: Exchange,
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
    const unfit = route.body === undefined && bytes.length > 0 ? checkType(route, headers) : undefined;
    if (unfit !== undefined) return unfit;
    if (route.body === 'text') body = bytes;
    else if (route.body !== undefined) body = checkFields(route.body, parseBody(bytes));
  }
  const query = route.query === undefined ? undefined : checkQuery(route.query, head.query);
  const call = new CheckedCall(exchange, { params: decoded(params), rest, query, body, headers, trusted });
  return await route.handle(call, service);
}

type CallParts = Omit<Call, 'id' | 'localPort' | 'signal'>;

/** A class, because an object with a getter of its own would get a hidden class of its own each time. */
class CheckedCall implements Call {
  readonly id: string;
  readonly params: Call['params'];
  readonly rest: string;
  readonly query: unknown;
  readonly body: unknown;
  readonly headers: Call['headers'];
  readonly trusted: boolean;
  readonly #exchange: Exchange;

  constructor(exchange: Exchange, { params, rest, query, body, headers, trusted }: CallParts) {
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

  /** Made when it is asked for. */
  get signal(): AbortSignal {
    return this.#exchange.signal;
  }
}

function decoded(params: Match['params']): Match['params'] {
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
