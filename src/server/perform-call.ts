import type { Service } from '../operations/servers/service.js';
import { checkFields, checkQuery } from './call/check-fields.js';
import type { ApiExchange } from './call/exchange.js';
import { bodyTooLarge, checkType } from './guards/content.js';
import { parseBody } from './json-body.js';
import { hasBody, readBody } from './read-body.js';
import { decodePath, type RequestHead } from './call/request-head.js';
import { jsonResponse, type ApiResponse } from './call/route.js';
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
    const bytes = await readBody(exchange);
    if (bytes === 'too-large') return bodyTooLarge();
    const unacceptable = route.body === undefined && bytes.length > 0 ? checkType(route, headers) : undefined;
    if (unacceptable !== undefined) return unacceptable;
    if (route.body === 'text') body = bytes;
    else if (route.body !== undefined) body = checkFields(route.body, parseBody(bytes));
  }
  const query = route.query === undefined ? undefined : checkQuery(route.query, head.query);
  const call = { params: decodeParams(params), rest, query, body, headers, trusted };
  const result = await route.handle(call, service, exchange);
  if (result === undefined) return { status: 204 };
  return result instanceof Uint8Array ? jsonResponse(result) : result;
}

function decodeParams(params: Match['params']): Match['params'] {
  const texts: Record<string, string> = {};
  for (const name in params) texts[name] = decodePath(params[name] ?? '');
  return texts;
}
