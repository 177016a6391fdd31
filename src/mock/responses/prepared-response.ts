/** A mock response prepared for repeated sending. */
import { valuesOf, type RouteMatch } from '../routing/match-route.js';
import { isJsonType } from '../../primitives/text/content-type.js';
import { hasNoBody, type RouteResponse } from './mock-response.js';
import { encodeAhead, encodeBody } from './encode-body.js';
import type { MockRoute } from './mock-route.js';
import { splitSlots, fillSlots, hasSlots, type SlotText } from '../values/slot-text.js';

export interface PreparedResponse {
  readonly status: number;
  /** Alternating names and values, the form that Node writes without conversion. */
  readonly headers: readonly string[];
  readonly body: string | Buffer;
}

/** Fixed, or built from the values of path parameters and the host that the request names. */
export type ResponseMaker =
  | PreparedResponse
  | ((values: readonly string[], host: string) => PreparedResponse);

export interface PreparedRoute extends Pick<
  MockRoute,
  'method' | 'path' | 'name' | 'file' | 'line' | 'behaviour' | 'operation' | 'state'
> {
  readonly response: ResponseMaker;
  /** Of a sequence: all responses in their order. */
  readonly turns?: readonly ResponseMaker[];
  /** Where an item does not exist. */
  readonly missing?: ResponseMaker;
}

export async function prepareRoute(route: MockRoute): Promise<PreparedRoute> {
  const { method, path, name, file, line, behaviour, operation, state, turns, missing } = route;
  const place = { method, path, name, file, line, ...(operation && { operation }) };
  const prepared = { ...place, ...(behaviour && { behaviour }), ...(state && { state }) };
  const response = await prepareMaker(route.response, path.parameters);
  const makers: ResponseMaker[] = [];
  for (const turn of turns ?? []) makers.push(await prepareMaker(turn, path.parameters));
  return {
    ...prepared,
    response,
    ...(turns && { turns: makers }),
    ...(missing && { missing: await prepareMaker(missing.response, missing.parameters) }),
  };
}

async function prepareMaker(response: RouteResponse, parameters: readonly string[]): Promise<ResponseMaker> {
  const { hasOwnHost } = response;
  const bodyForm = isJsonType(response.contentType) ? 'json' : 'text';
  const body = splitSlots(response.body, parameters, bodyForm, hasOwnHost);
  const headers = response.headers.map(
    ([key, value]) => [key, splitSlots(wireText(value), parameters, 'header', hasOwnHost)] as const,
  );
  const coding = headers.find(([key]) => key.toLowerCase() === 'content-encoding')?.[1] ?? [];
  const fill = (values: readonly string[]): PreparedResponse => {
    const text = fillSlots(body, values);
    const sent = isEncoded(coding, text) ? encodeBody(fillSlots(coding, values), Buffer.from(text)) : text;
    return prepareResponse(response.status, headers, sent, values);
  };
  const varies = hasSlots(body) || headers.some(([, value]) => hasSlots(value));
  if (varies) return (values, host) => fill([...values, host]);
  const text = fillSlots(body, []);
  if (!isEncoded(coding, text)) return fill([]);
  const encoded = await encodeAhead(fillSlots(coding, []), Buffer.from(text));
  return prepareResponse(response.status, headers, encoded, []);
}

function isEncoded(coding: SlotText, text: string): boolean {
  return coding.length > 0 && text !== '';
}

/** `maker` is the response of the route, or one of its turns. */
export function toResponse(
  { route, path }: Pick<RouteMatch<PreparedRoute>, 'route' | 'path'>,
  host: () => string,
  maker: ResponseMaker = route.response,
): PreparedResponse {
  return typeof maker === 'function' ? maker(valuesOf({ route, path }), host()) : maker;
}

function prepareResponse(
  status: number,
  headers: readonly (readonly [string, SlotText])[],
  body: string | Buffer,
  values: readonly string[],
): PreparedResponse {
  const flat = headers.flatMap(([key, value]) => [key, fillSlots(value, values)]);
  if (!hasNoBody(status)) flat.push('Content-Length', String(Buffer.byteLength(body)));
  return { status, headers: flat, body };
}

/** Of a response without path parameters. */
export function prepareFixed({ status, headers, body }: RouteResponse): PreparedResponse {
  return prepareResponse(
    status,
    headers.map(([name, value]) => [name, [wireText(value)]] as const),
    body,
    [],
  );
}

export function jsonResponse(status: number, body: string): PreparedResponse {
  const length = String(Buffer.byteLength(body));
  return { status, headers: ['Content-Type', 'application/json', 'Content-Length', length], body };
}

/** Node writes header values as Latin-1, so other characters are sent as the bytes of UTF-8. */
function wireText(value: string): string {
  return /[^\x00-\xff]/.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value;
}
