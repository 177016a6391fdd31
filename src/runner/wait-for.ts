/** `@waitFor` polls a URL until it responds with the expected status. */
import type { Scope } from '../evaluation/variables/scope.js';
import { VariableFailure } from '../evaluation/variables/variable-failure.js';
import { compose } from '../http/message/compose.js';
import { followRedirects } from '../http/wraps/follow-redirects.js';
import type { HeaderList } from '../http/message/message.js';
import { timeLimit } from '../http/wraps/time-limit.js';
import { prepareUrl } from '../http/message/url-encoding.js';
import { readDirectiveDuration, readInteger } from '../request-file/model/directive-values.js';
import type { WaitFor } from '../request-file/model/model.js';
import type { Run } from './run.js';
import { failureOf, StepFailure } from './outcome/step-failure.js';

export interface WaitTarget {
  readonly url: string;
  readonly status: number;
  readonly timeout: number;
  readonly interval: number;
}

const MAX_PROBE_MS = 5000;

export function resolveWaitTarget(written: WaitFor, scope: Scope): WaitTarget {
  const status = resolveNumber(written.status, scope, readInteger, 'a status');
  if (status < 100 || status > 599)
    throw new VariableFailure(`@waitFor needs a status from 100 to 599, found ${status}`);
  return {
    url: prepareUrl(scope.text(written.url)),
    status,
    timeout: resolveNumber(written.timeout, scope, readDirectiveDuration, 'a duration'),
    interval: resolveNumber(written.interval, scope, readDirectiveDuration, 'a duration'),
  };
}

function resolveNumber(
  value: number | string,
  scope: Scope,
  read: (text: string) => number | undefined,
  what: string,
): number {
  if (typeof value === 'number') return value;
  const text = scope.text(value).trim();
  const number = read(text);
  if (number === undefined) throw new VariableFailure(`@waitFor needs ${what}, found \`${text}\` (${value})`);
  return number;
}

/** Throws StepFailure('condition') after the timeout. */
export async function waitFor(
  target: WaitTarget,
  { wire, clock, signal }: Pick<Run, 'wire' | 'clock' | 'signal'>,
  headers: HeaderList,
): Promise<void> {
  const { url, status, interval } = target;
  const start = clock.now();
  const left = (): number => target.timeout - (clock.now() - start);
  let last = '';
  do {
    const send = compose(wire.send, [
      timeLimit(Math.max(1, Math.ceil(Math.min(MAX_PROBE_MS, left()))), clock),
      followRedirects({ follow: true, max: wire.maxRedirects, secrets: wire.secrets, credentialHeaders: [] }),
    ]);
    try {
      const { statusCode } = await send({ method: 'GET', url, headers, body: null, signal });
      if (statusCode === status) return;
      last = `status ${statusCode}`;
    } catch (error) {
      const { kind, message } = failureOf(error);
      if (kind === 'cancelled' || kind === 'internal' || kind === 'blocked') throw error;
      // A probe that only the deadline cut tells nothing about the server.
      if (kind !== 'timeout' || last === '') last = message;
    }
    const rest = Math.min(interval, left());
    if (rest > 0) await clock.sleep(rest, signal);
    if (signal.aborted) throw new StepFailure('cancelled', 'waiting was cancelled');
  } while (left() > 0);
  throw new StepFailure(
    'condition',
    `@waitFor: ${url} did not give status ${status} in ${target.timeout} ms; last: ${last}`,
  );
}
