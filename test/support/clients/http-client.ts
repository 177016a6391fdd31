import { onTestFinished } from 'vitest';
import {
  createConnections,
  type Connections,
  type ConnectionsOptions,
} from '../../../src/http/connections/connections.js';
import { RequestFailure, type HttpRequest } from '../../../src/http/message/message.js';

/** A connection that is closed when the test has finished. */
export function testConnection(options: Partial<ConnectionsOptions> = {}): Connections {
  const connection = createConnections({
    connectTimeout: 5000,
    maxSockets: 6,
    httpVersion: 'auto',
    proxy: { kind: 'none' },
    tls: { validate: true },
    maxBodyBytes: 64 * 1024 * 1024,
    ...options,
  });
  onTestFinished(() => connection.close());
  return connection;
}

export function request(url: string, more: Partial<HttpRequest> = {}): HttpRequest {
  return { method: 'GET', url, headers: [], body: null, signal: new AbortController().signal, ...more };
}

/** The failure of something that must fail. */
export async function failure(promise: Promise<unknown>): Promise<RequestFailure> {
  const outcome: unknown = await promise.then(
    () => 'no failure',
    (error: unknown) => error,
  );
  if (outcome instanceof RequestFailure) return outcome;
  throw new Error(`expected a failed request, got ${String(outcome)}`, { cause: outcome });
}

/** Kind and message, as users see them. */
export async function failureText(promise: Promise<unknown>): Promise<string> {
  const { errorKind, message } = await failure(promise);
  return `${errorKind}: ${message}`;
}
