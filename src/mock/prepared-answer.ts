/** A mock answer made ready to be sent again and again. */
import { valuesOf, type RouteMatch } from './match-route.js';
import { hasNoBody, isJsonType } from './answer.js';
import type { MockRoute } from './mock-routes.js';
import { cutSlots, fillSlots, hasSlots, type SlotText } from './slot-text.js';

export interface ReadyAnswer {
  readonly status: number;
  /** Names and values in turn, as Node takes them fastest. */
  readonly headers: readonly string[];
  readonly body: string | Buffer;
}

export interface PreparedRoute extends Pick<MockRoute, 'method' | 'path' | 'name'> {
  /** The same for every request; undefined when parameters occur in it. */
  readonly fixed: ReadyAnswer | undefined;
  readonly fill: (values: readonly string[]) => ReadyAnswer;
}

export type Encode = (coding: string, body: Buffer) => Buffer;

export function prepareRoute(route: MockRoute, encode: Encode): PreparedRoute {
  const { method, path, name, answer } = route;
  const { parameters } = path;
  const body = cutSlots(answer.body, parameters, isJsonType(answer.contentType) ? 'json' : 'text');
  const headers = answer.headers.map(
    ([key, value]) => [key, cutSlots(wireText(value), parameters, 'header')] as const,
  );
  const fill = (values: readonly string[]): ReadyAnswer =>
    ready(answer.status, headers, fillSlots(body, values), values, encode);
  const varies = hasSlots(body) || headers.some(([, value]) => hasSlots(value));
  return { method, path, name, fixed: varies ? undefined : fill([]), fill };
}

export function answerOf(match: RouteMatch<PreparedRoute>): ReadyAnswer {
  return match.route.fixed ?? match.route.fill(valuesOf(match));
}

function ready(
  status: number,
  headers: readonly (readonly [string, SlotText])[],
  text: string,
  values: readonly string[],
  encode: Encode,
): ReadyAnswer {
  const flat = headers.flatMap(([key, value]) => [key, fillSlots(value, values)]);
  const coding = headers.find(([key]) => key.toLowerCase() === 'content-encoding')?.[1];
  const body =
    coding === undefined || text === '' ? text : encode(fillSlots(coding, values), Buffer.from(text, 'utf8'));
  if (!hasNoBody(status)) flat.push('Content-Length', String(Buffer.byteLength(body)));
  return { status, headers: flat, body };
}

/** Node writes header values as Latin-1; what is beyond travels as the bytes of UTF-8. */
function wireText(value: string): string {
  // oxlint-disable-next-line no-control-regex -- the bounds of Latin-1
  return /[^\x00-\xff]/.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value;
}
