import type { IncomingHttpHeaders } from 'node:http';
import type { Static, TObject, TSchema } from 'typebox';
import type { Service } from '../../operations/servers/service.js';

/**
 * One endpoint. From the table of routes come routing, the 404 and 405 answers, the checks of input,
 * the read-only mode and the OpenAPI document.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/v1`; `{name}` is one segment, a last `*` is the rest, even an empty one. */
  readonly path: string;
  readonly summary: string;
  /** Not in the seed: marked so in the OpenAPI document. */
  readonly additive?: true;
  /** Answered without a token too. */
  readonly open?: true;
  /** A GET that HEAD cannot stand for. */
  readonly withoutHead?: true;
  /** Texts are read as the numbers that the schema asks for; defaults are filled in. */
  readonly query?: TObject;
  /** `text`: bytes of `text/plain`. Without one a body is read and thrown away. */
  readonly body?: TObject | 'text';
  /** By status; `text` is `text/plain`, null has no body. */
  readonly answers: Readonly<Record<number, TSchema | 'text' | null>>;
  /** Further statuses that end in an error; those of every route (401, 403, 500 …) are added. */
  readonly errors: readonly number[];
  handle(call: Call, service: Service): Promise<ApiResponse> | ApiResponse;
}

export interface Call<B = unknown, Q = unknown> {
  /** Of this request, as in `X-Request-Id`. */
  readonly id: string;
  /** Segments of the path, percent-decoded once. */
  readonly params: Readonly<Record<string, string>>;
  /** What `*` stands for, exactly as it was sent. */
  readonly rest: string;
  readonly query: Q;
  readonly body: B;
  readonly headers: IncomingHttpHeaders;
  /** Of the connection: where the API listens. */
  readonly localPort: number;
  /** Whether the API token was right, or none is needed. */
  readonly trusted: boolean;
  /** Aborted when the client goes away or the server shuts down; the reason is a ServiceError of kind `cancelled`. */
  readonly signal: AbortSignal;
}

export interface ApiResponse {
  readonly status: number;
  /** Written as JSON; integers of any size stay exact. */
  readonly json?: unknown;
  /** Written as `text/plain; charset=utf-8`, unless `type` says otherwise. */
  readonly text?: string | Uint8Array;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What comes from an engine thread is a line of JSON already. */
export function jsonResponse(line: Uint8Array): ApiResponse {
  return { status: 200, text: line, type: 'application/json' };
}

type BodyOf<B> = B extends 'text' ? Uint8Array : B extends TSchema ? Static<B> : undefined;
type QueryOf<Q> = Q extends TSchema ? Static<Q> : undefined;

interface TypedRoute<B, Q> extends Omit<Route, 'body' | 'query' | 'handle'> {
  readonly body?: B;
  readonly query?: Q;
  handle(call: Call<BodyOf<B>, QueryOf<Q>>, service: Service): Promise<ApiResponse> | ApiResponse;
}

/** Lets the compiler take the types of body and query from their schemas; the app has checked them before. */
export function defineRoute<
  B extends TObject | 'text' | undefined = undefined,
  Q extends TObject | undefined = undefined,
>(route: TypedRoute<B, Q>): Route {
  return route as Route;
}
