/** The client of the REST API that all other files use. */
import { parseJson, toJson } from '../../../src/evaluation/values/json.js';
import type { ErrorBody } from '../../../src/server/api-types.js';

/** An error response with the message of the server; status 0 if the server could not be reached. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ApiError';
    this.status = status;
  }
}

export interface CallOptions {
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as plain text. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly signal?: AbortSignal;
  /** The request goes on when the page is closed. */
  readonly keepalive?: boolean;
}

export const API_ROOT = '/api/v1';

interface Credentials {
  token: () => string;
  /** Called when the server requires a token. */
  onRefused: () => void;
}

const credentials: Credentials = { token: () => '', onRefused: () => undefined };

export function setCredentials(from: Credentials): void {
  Object.assign(credentials, from);
}

export function currentToken(): string {
  return credentials.token();
}

export async function callJson<Result>(
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Result> {
  const response = await call(method, path, options);
  // The reader of browsers would round integers of responses and reorder keys.
  return parseJson(await response.text()) as Result;
}

/** Throws an ApiError unless the call succeeds. */
export async function call(method: string, path: string, options: CallOptions = {}): Promise<Response> {
  const response = await send(method, path, options);
  if (response.ok) return response;
  if (response.status === 401) credentials.onRefused();
  throw new ApiError(response.status, await messageOf(response));
}

async function send(method: string, path: string, options: CallOptions): Promise<Response> {
  const { json, text, query = {}, signal, keepalive = false } = options;
  const headers = new Headers(options.headers);
  if (json !== undefined) headers.set('Content-Type', 'application/json');
  if (text !== undefined) headers.set('Content-Type', 'text/plain; charset=utf-8');
  const token = credentials.token();
  if (token !== '') headers.set('Authorization', `Bearer ${token}`);
  const body = json === undefined ? text : toJson(json);
  try {
    return await fetch(`${API_ROOT}${path}${queryText(query)}`, {
      method,
      headers,
      keepalive,
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw new ApiError(0, 'Cancelled.');
    throw new ApiError(0, 'The server cannot be reached; is `svc serve` still running?', { cause: error });
  }
}

function queryText(query: NonNullable<CallOptions['query']>): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}

async function messageOf(response: Response): Promise<string> {
  try {
    const { message } = (await response.json()) as ErrorBody;
    return message;
  } catch {
    return `The server responded with ${response.status} ${response.statusText}.`;
  }
}

/** Encodes each segment separately, so that a name may contain any character. */
export function pathText(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
