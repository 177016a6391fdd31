/** A mock response prepared for repeated sending. */
import { valuesOf, type RouteMatch } from '../routing/match-route.js';
import { isJsonType } from '../../primitives/text/content-type.js';
import { bodyBytes, hasNoBody, type RouteResponse } from './mock-response.js';
import { encodeAhead, encodeBody } from './encode-body.js';
import type { MockRoute } from './mock-route.js';
import {
  compileResponse,
  fillResponse,
  MAX_TEMPLATE_LENGTH,
  TemplateTooLong,
  type FilledTexts,
} from '../templates/response-template.js';
import { errorText } from '../../http/serving/error-text.js';
import { randomBytes } from '../../primitives/random-bytes.js';
import { ReceivedRequest } from '../incoming/received-request.js';
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
  | ((values: readonly string[], host: string, request: ReceivedRequest) => PreparedResponse);

export interface PreparedRoute extends Pick<
  MockRoute,
  'method' | 'path' | 'name' | 'file' | 'line' | 'behaviour' | 'operation' | 'rules' | 'state'
> {
  readonly response: ResponseMaker;
  /** Of a sequence: all responses in their order. */
  readonly turns?: readonly ResponseMaker[];
  /** Where an item does not exist. */
  readonly missing?: ResponseMaker;
}

export async function prepareRoute(route: MockRoute): Promise<PreparedRoute> {
  const { method, path, name, file, line, behaviour, operation, rules, state, turns, missing } = route;
  const place = { method, path, name, file, line };
  const prepared = {
    ...place,
    ...(behaviour && { behaviour }),
    ...(operation && { operation }),
    ...(rules && { rules }),
    ...(state && { state }),
  };
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
  const { hasOwnHost, isTemplate } = response;
  if (isTemplate) return prepareTemplate(response, parameters);
  const bodyForm = isJsonType(response.contentType) ? 'json' : 'text';
  const body = splitSlots(response.body, parameters, bodyForm, hasOwnHost);
  const headers = response.headers.map(
    ([key, value]) => [key, splitSlots(wireText(value), parameters, 'header', hasOwnHost)] as const,
  );
  const coding = headers.find(([key]) => key.toLowerCase() === 'content-encoding')?.[1] ?? [];
  const fill = (values: readonly string[]): PreparedResponse => {
    const text = fillSlots(body, values);
    const isText = !response.isBase64 && !isEncoded(coding, text);
    const sent = isText ? text : encodeBody(fillSlots(coding, values), bodyBytes(text, response));
    return prepareResponse(response.status, headers, sent, values);
  };
  const varies = hasSlots(body) || headers.some(([, value]) => hasSlots(value));
  if (varies) return (values, host) => fill([...values, host]);
  const text = fillSlots(body, []);
  if (!isEncoded(coding, text) && !response.isBase64) return fill([]);
  const encoded = await encodeAhead(fillSlots(coding, []), bodyBytes(text, response));
  return prepareResponse(response.status, headers, encoded, []);
}

/** A template is filled in for each request; what it names and what it makes up differs. */
function prepareTemplate(response: RouteResponse, parameters: readonly string[]): ResponseMaker {
  const template = compileResponse(response, parameters, wireText);
  return (values, host, request) => {
    const given = { parameters: values, host, request, clock: Date.now, random: randomBytes };
    try {
      return fromTexts(response, fillResponse(template, given));
    } catch (error) {
      if (error instanceof TemplateTooLong) return TOO_LONG;
      throw error;
    }
  };
}

function fromTexts(response: RouteResponse, { headers, body }: FilledTexts): PreparedResponse {
  const coding = headers.find(([key]) => key.toLowerCase() === 'content-encoding')?.[1];
  const isText = !response.isBase64 && (coding === undefined || body === '');
  const sent = isText ? body : encodeBody(coding ?? '', bodyBytes(body, response));
  return prepareResponse(
    response.status,
    headers.map(([key, value]) => [key, [value]] as const),
    sent,
    [],
  );
}

function isEncoded(coding: SlotText, text: string): boolean {
  return coding.length > 0 && text !== '';
}

/** `maker` is the response of the route, or one of its turns. */
export function toResponse(
  { route, path }: Pick<RouteMatch<PreparedRoute>, 'route' | 'path'>,
  host: () => string,
  maker: ResponseMaker = route.response,
  request: ReceivedRequest = NO_REQUEST,
): PreparedResponse {
  return typeof maker === 'function' ? maker(valuesOf({ route, path }), host(), request) : maker;
}

/** For responses that are no templates. */
const NO_REQUEST = new ReceivedRequest({ method: '', target: '/', rawHeaders: [], body: new Uint8Array(0) });

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

const TOO_LONG = jsonResponse(
  500,
  errorText(500, `the response of this template is longer than ${MAX_TEMPLATE_LENGTH / 1024 / 1024} MiB`),
);

/** Node writes header values as Latin-1, so other characters are sent as the bytes of UTF-8. */
function wireText(value: string): string {
  return /[^\x00-\xff]/.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value;
}
