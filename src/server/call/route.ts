import type { IncomingHttpHeaders } from 'node:http';
import type { Static, TObject, TSchema } from 'typebox';
import type { Service } from '../../operations/servers/service.js';

/**
 * One endpoint. Routing, the 404 and 405 responses, the checks of input, the read-only mode and the OpenAPI document
 * are derived from the table of routes.
 */
export interface ApiRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below `/api/v1`; `{name}` matches one segment, a last `*` the rest, even an empty one. */
  readonly path: string;
  readonly summary: string;
  /** An addition to the first version of the API, marked in the OpenAPI document. */
  readonly additive?: true;
  /** Whether the route needs no token. */
  readonly open?: true;
  /** Whether HEAD is not supported beside GET. */
  readonly withoutHead?: true;
  /** What the route reads from headers of the request, by their names. */
  readonly requestHeaders?: HeaderTexts;
  /** What the headers of a successful response contain, by their names. */
  readonly responseHeaders?: HeaderTexts;
  /** Texts become the numbers that the schema asks for, and defaults are filled in. */
  readonly query?: TObject;
  /** `text` stands for the bytes of `text/plain`. Without a schema, a body is read and ignored. */
  readonly body?: TObject | 'text';
  /** The bodies by status; `text` is `text/plain`, `bytes` are of any kind, null has no body. */
  readonly responses: Readonly<Record<number, TSchema | 'text' | 'bytes' | null>>;
  /** The error statuses of this route; those of every route (401, 403, 500 …) are added. */
  readonly errors?: readonly number[];
  handle(call: ApiCall, service: Service, exchange: CallExchange): Promise<ApiResult> | ApiResult;
}

export type HeaderTexts = Readonly<Record<string, string>>;

/** Bytes are a line of JSON, as results of engine threads are; without a result the response has no body. */
type ApiResult = ApiResponse | Uint8Array | void;

export interface ApiCall<B = unknown, Q = unknown> {
  /** The segments of the path by name, percent-decoded once. */
  readonly params: Readonly<Record<string, string>>;
  /** The part of the path that `*` matches, exactly as it was sent. */
  readonly rest: string;
  readonly query: Q;
  readonly body: B;
  readonly headers: IncomingHttpHeaders;
  /** Whether the API token was right, or none is needed. */
  readonly trusted: boolean;
}

/** The part of an exchange that only some routes use. */
export interface CallExchange {
  /** The port on which the API listens. */
  readonly localPort: number;
  /** Aborted when the client disconnects or the server shuts down; the reason is a ServiceError of kind `cancelled`. */
  readonly signal: AbortSignal;
}

export interface ApiResponse {
  readonly status: number;
  /** Written as JSON; integers of any size stay exact. */
  readonly json?: unknown;
  /** Written as `text/plain; charset=utf-8`, unless `type` is given. */
  readonly text?: string | Uint8Array;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Responds with a value as JSON. */
export function respond(json: unknown): ApiResponse {
  return { status: 200, json };
}

/** Responds with a line of JSON. */
export function jsonResponse(line: Uint8Array): ApiResponse {
  return { status: 200, text: line, type: 'application/json' };
}

type BodyOf<B> = B extends 'text' ? Uint8Array : B extends TSchema ? Static<B> : undefined;
type QueryOf<Q> = Q extends TSchema ? Static<Q> : undefined;

interface TypedRoute<B, Q> extends Omit<ApiRoute, 'method' | 'path' | 'body' | 'query' | 'handle'> {
  readonly body?: B;
  readonly query?: Q;
  handle(
    call: ApiCall<BodyOf<B>, QueryOf<Q>>,
    service: Service,
    exchange: CallExchange,
  ): Promise<ApiResult> | ApiResult;
}

/** Lets the compiler take the types of body and query from their schemas; the app has checked them before. */
export function defineRoute<
  B extends TObject | 'text' | undefined = undefined,
  Q extends TObject | undefined = undefined,
>(method: ApiRoute['method'], path: string, route: TypedRoute<B, Q>): ApiRoute {
  return { method, path, ...(route as Omit<ApiRoute, 'method' | 'path'>) };
}
