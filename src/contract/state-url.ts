import { createConnections } from '../http/connections/connections.js';
import { compose } from '../http/message/compose.js';
import { RequestFailure, type HttpResponse } from '../http/message/message.js';
import { timeLimit } from '../http/wraps/time-limit.js';
import { systemClock } from '../primitives/clock.js';
import type { RunOptions } from '../runner/plan/options.js';
import { connectionOptions } from '../runner/run.js';
import { StepFailure } from '../runner/outcome/step-failure.js';
import type { StateHandler } from './state-handler.js';

/** The limit of the whole call. */
const STATE_TIMEOUT_MS = 10_000;

export interface UrlHandler {
  readonly handle: StateHandler;
  readonly close: () => void;
}

/** Sends the state as JSON to a URL; redirects are not followed. */
export function createStateUrl(url: string, options: RunOptions): UrlHandler {
  const connection = createConnections(connectionOptions({ ...options, connectTimeout: STATE_TIMEOUT_MS }));
  const send = compose(connection.send, [timeLimit(STATE_TIMEOUT_MS, systemClock)]);
  const handle: StateHandler = async (call, signal) => {
    const { statusCode } = await send({
      method: 'POST',
      url,
      headers: [
        ['Content-Type', 'application/json'],
        ['Accept', '*/*'],
      ],
      body: Buffer.from(JSON.stringify(call)),
      signal,
    }).catch((error: unknown): HttpResponse => {
      throw failureOf(error);
    });
    if (statusCode < 200 || statusCode > 299) {
      throw new StepFailure('hook', `state handler answered ${statusCode}`);
    }
  };
  return { handle, close: connection.close };
}

function failureOf(error: unknown): unknown {
  if (!(error instanceof RequestFailure) || error.errorKind === 'cancelled') return error;
  return error.errorKind === 'timeout'
    ? new StepFailure('hook', `state handler did not answer within ${STATE_TIMEOUT_MS / 1000} s`)
    : new StepFailure('hook', `state handler failed: ${error.message}`);
}
