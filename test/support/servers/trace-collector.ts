/** A collector of traces that checks everything it gets against the shape of OTLP as JSON. */
import type { ServerResponse } from 'node:http';
import { expect } from 'vitest';
import type { JsonValue } from '../../../src/evaluation/values/json.js';
import { violationsOf } from '../runs/schema-violations.js';
import { loopback, type LoopbackResponse, type SeenRequest } from '../runs/run-requests.js';

export interface CollectedSpan {
  readonly runId: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly start: bigint;
  readonly end: bigint;
  readonly status: { readonly code: number; readonly message?: string };
  /** Numbers for whole numbers. */
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly events: readonly {
    readonly name: string;
    readonly attributes: Readonly<Record<string, string | number>>;
  }[];
}

export interface TraceCollector {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** Of the requests that were accepted; fails for anything that is not OTLP. */
  readonly spans: () => Promise<readonly CollectedSpan[]>;
}

type Respond = (
  request: SeenRequest,
  response: ServerResponse,
  number: number,
) => LoopbackResponse | Promise<LoopbackResponse>;

export async function traceCollector(
  respond: Respond = () => ({ json: { partialSuccess: {} } }),
): Promise<TraceCollector> {
  let number = 0;
  const { url, requests } = await loopback((request, response) => respond(request, response, ++number));
  const spans = async (): Promise<readonly CollectedSpan[]> => {
    const read = await Promise.all(requests.map(({ body }) => spansIn(body)));
    return read.flat();
  };
  return { url, requests, spans };
}

/** The spans of a request body, each checked against the shape. */
export async function spansIn(body: string): Promise<readonly CollectedSpan[]> {
  const value = JSON.parse(body) as JsonValue;
  expect(await violationsOf(REQUEST_SCHEMA, value)).toEqual([]);
  return (value as unknown as RawRequest).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const { 'svc.run.id': runId = '' } = attributesOf(resource.attributes);
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => collected(span, String(runId))));
  });
}

interface RawAttribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: string };
}

interface RawSpan extends Omit<CollectedSpan, 'start' | 'end' | 'attributes' | 'events' | 'runId'> {
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly RawAttribute[];
  readonly events: readonly { readonly name: string; readonly attributes: readonly RawAttribute[] }[];
}

interface RawRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly RawAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly RawSpan[] }[];
  }[];
}

function collected(span: RawSpan, runId: string): CollectedSpan {
  const { startTimeUnixNano, endTimeUnixNano, attributes, events, ...others } = span;
  return {
    ...others,
    runId,
    start: BigInt(startTimeUnixNano),
    end: BigInt(endTimeUnixNano),
    attributes: attributesOf(attributes),
    events: events.map((event) => ({ name: event.name, attributes: attributesOf(event.attributes) })),
  };
}

function attributesOf(list: readonly RawAttribute[]): Record<string, string | number> {
  const keys = list.map(({ key }) => key);
  expect(keys).toEqual([...new Set(keys)]);
  return Object.fromEntries(
    list.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)] as const),
  );
}

const object = (properties: object, required: readonly string[] = Object.keys(properties)): object => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const list = (items: object): object => ({ type: 'array', items });

/** Not all zero, as OTLP demands. */
const hex = (digits: number): object => ({ type: 'string', pattern: `^(?!0+$)[0-9a-f]{${digits}}$` });
const text = { type: 'string', maxLength: 4096 };
const time = { type: 'string', pattern: '^[1-9][0-9]{18}$' };
const attribute = object({
  key: { type: 'string', pattern: '^[a-z_.]+$' },
  value: {
    oneOf: [object({ stringValue: text }), object({ intValue: { type: 'string', pattern: '^-?[0-9]+$' } })],
  },
});
const event = object({
  timeUnixNano: time,
  name: { const: 'assertion failed' },
  attributes: list(attribute),
});
const span = object(
  {
    traceId: hex(32),
    spanId: hex(16),
    parentSpanId: hex(16),
    name: { ...text, minLength: 1 },
    kind: { const: 3 },
    startTimeUnixNano: time,
    endTimeUnixNano: time,
    attributes: list(attribute),
    events: list(event),
    droppedEventsCount: { type: 'integer', minimum: 1 },
    status: {
      oneOf: [object({ code: { const: 1 } }), object({ code: { const: 2 }, message: text })],
    },
  },
  [
    ...['traceId', 'spanId', 'name', 'kind', 'startTimeUnixNano', 'endTimeUnixNano'],
    ...['attributes', 'events', 'status'],
  ],
);
const fixed = (key: string, stringValue: object): object =>
  object({ key: { const: key }, value: object({ stringValue }) });

const REQUEST_SCHEMA = object({
  resourceSpans: {
    ...list(
      object({
        resource: object({
          attributes: {
            type: 'array',
            prefixItems: [
              fixed('service.name', { const: 'svc' }),
              fixed('service.version', { type: 'string', pattern: '^[0-9]' }),
              fixed('svc.run.id', { type: 'string', minLength: 1 }),
            ],
            minItems: 3,
            maxItems: 3,
          },
        }),
        scopeSpans: list(
          object({
            scope: object({ name: { const: 'svc' }, version: { type: 'string', pattern: '^[0-9]' } }),
            spans: { ...list(span), minItems: 1 },
          }),
        ),
      }),
    ),
    minItems: 1,
  },
});
