/** A mock answer made ready to be sent again and again. */
import { valuesOf, type RouteMatch } from './routing/match-route.js';
import { hasNoBody, isJsonType } from './responses/mock-response.js';
import { encodeAhead, encodeBody } from './responses/encode-body.js';
import type { MockRoute } from './mock-routes.js';
import { cutSlots, fillSlots, hasSlots, type SlotText } from './values/slot-text.js';

export interface ReadyResponse {
  readonly status: number;
  /** Names and values in turn, as Node takes them fastest. */
  readonly headers: readonly string[];
  readonly body: string | Buffer;
}

export interface PreparedRoute extends Pick<MockRoute, 'method' | 'path' | 'name'> {
  /** The same for every request, or made of the values of its parameters. */
  readonly answer: ReadyResponse | ((values: readonly string[]) => ReadyResponse);
}

export async function prepareRoute(route: MockRoute): Promise<PreparedRoute> {
  const { method, path, name, answer } = route;
  const { parameters } = path;
  const body = cutSlots(answer.body, parameters, isJsonType(answer.contentType) ? 'json' : 'text');
  const headers = answer.headers.map(
    ([key, value]) => [key, cutSlots(wireText(value), parameters, 'header')] as const,
  );
  const coding = headers.find(([key]) => key.toLowerCase() === 'content-encoding')?.[1] ?? [];
  const fill = (values: readonly string[]): ReadyResponse => {
    const text = fillSlots(body, values);
    const sent = isEncoded(coding, text) ? encodeBody(fillSlots(coding, values), Buffer.from(text)) : text;
    return ready(answer.status, headers, sent, values);
  };
  const varies = hasSlots(body) || headers.some(([, value]) => hasSlots(value));
  if (varies) return { method, path, name, answer: fill };
  const text = fillSlots(body, []);
  if (!isEncoded(coding, text)) return { method, path, name, answer: fill([]) };
  const encoded = await encodeAhead(fillSlots(coding, []), Buffer.from(text));
  return { method, path, name, answer: ready(answer.status, headers, encoded, []) };
}

function isEncoded(coding: SlotText, text: string): boolean {
  return coding.length > 0 && text !== '';
}

export function toResponse(match: RouteMatch<PreparedRoute>): ReadyResponse {
  const { answer } = match.route;
  return typeof answer === 'function' ? answer(valuesOf(match)) : answer;
}

function ready(
  status: number,
  headers: readonly (readonly [string, SlotText])[],
  body: string | Buffer,
  values: readonly string[],
): ReadyResponse {
  const flat = headers.flatMap(([key, value]) => [key, fillSlots(value, values)]);
  if (!hasNoBody(status)) flat.push('Content-Length', String(Buffer.byteLength(body)));
  return { status, headers: flat, body };
}

/** Node writes header values as Latin-1; what is beyond travels as the bytes of UTF-8. */
function wireText(value: string): string {
  // oxlint-disable-next-line no-control-regex -- the bounds of Latin-1
  return /[^\x00-\xff]/.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value;
}
