import { createConnections } from '../http/connections/connections.js';
import { compose } from '../http/message/compose.js';
import type { HttpResponse } from '../http/message/message.js';
import { RequestFailure } from '../http/message/message.js';
import { timeLimit } from '../http/wraps/time-limit.js';
import type { RunOptions } from '../runner/plan/options.js';
import { connectionOptions } from '../runner/run.js';
import { StepFailure } from '../runner/outcome/step-failure.js';
import type { StateCall, StateHandler } from './state-handler.js';

/** Milliseconds in all. */
const LIMIT = 10_000;

export interface UrlHandler {
  readonly handle: StateHandler;
  readonly close: () => void;
}

/** A URL that is told the state as JSON (server.md 12); redirects are not followed. */
export function stateUrl(url: string, options: RunOptions, limit = LIMIT): UrlHandler {
  const connection = createConnections(connectionOptions({ ...options, connectTimeout: limit }));
  const send = compose(connection.send, [timeLimit(limit)]);
  const handle: StateHandler = async (call, signal) => {
    const { statusCode } = await send({
      method: 'POST',
      url,
      headers: [
        ['Content-Type', 'application/json'],
        ['Accept', '*/*'],
      ],
      body: Buffer.from(bodyOf(call), 'utf8'),
      signal,
    }).catch((error: unknown): HttpResponse => {
      throw failureOf(error, limit);
    });
    if (statusCode < 200 || statusCode > 299) {
      throw new StepFailure('hook', `state handler answered ${statusCode}`);
    }
  };
  return { handle, close: connection.close };
}

function bodyOf({ state, provider, interaction, file }: StateCall): string {
  return JSON.stringify({ state, provider, interaction, file });
}

function failureOf(error: unknown, limit: number): unknown {
  if (!(error instanceof RequestFailure)) return error;
  if (error.errorKind === 'cancelled') return error;
  return error.errorKind === 'timeout'
    ? new StepFailure('hook', `state handler did not answer within ${limit / 1000} s`)
    : new StepFailure('hook', `state handler failed: ${error.message}`);
}
