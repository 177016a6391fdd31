/** Sends spans to a collector over OTLP, and says why they did not arrive. */
import { createConnections } from '../../http/connections/connections.js';
import { compose } from '../../http/message/compose.js';
import { headerValues, withHeader } from '../../http/message/header-list.js';
import {
  RequestFailure,
  type HeaderList,
  type HttpRequest,
  type HttpResponse,
  type Send,
} from '../../http/message/message.js';
import { timeLimit } from '../../http/wraps/time-limit.js';
import type { Clock } from '../../primitives/clock.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { version } from '../../version.js';
import { chooseProxy } from '../settings/client-settings.js';
import type { OtlpTarget } from '../settings/otlp-target.js';

export interface Delivery {
  /** Returns why the collector did not take them; empty when it did. Never throws. */
  deliver(body: string, signal: AbortSignal): Promise<string>;
  close(): void;
}

export interface DeliveryOptions {
  /** Environment variables of the process, for proxies. */
  readonly process: Readonly<Record<string, string | undefined>>;
  /** The time limit of one attempt. */
  readonly timeoutMs: number;
  /** The pause before the first further attempt; the next one is twice as long. */
  readonly retryMs: number;
  readonly clock: Clock;
}

const MAX_RETRIES = 2;
const MAX_RESPONSE_BYTES = 1024 * 1024;
/** A collector that asks for a longer pause is not waited for. */
const MAX_RETRY_MS = 5000;

/**
 * Proxy and certificates of the config file do not count: whoever wrote it would read along. Those of the process
 * environment do.
 */
export function openDelivery(target: OtlpTarget, options: DeliveryOptions): Delivery {
  const { process, timeoutMs, retryMs, clock } = options;
  const connections = createConnections({
    connectTimeout: timeoutMs,
    maxSockets: 1,
    httpVersion: 'auto',
    proxy: chooseProxy({ override: undefined, configured: '', process }),
    tls: { validate: true },
    maxBodyBytes: MAX_RESPONSE_BYTES,
  });
  const send = compose(connections.send, [timeLimit(timeoutMs, clock)]);
  const headers = headersOf(target);
  return {
    deliver: async (body, signal) => {
      const request = { method: 'POST', url: target.url, headers, body: Buffer.from(body, 'utf8'), signal };
      try {
        return await sendPatiently(request, send, { retryMs, signal, clock });
      } catch (error) {
        if (error instanceof RequestFailure) return error.message;
        return error instanceof Error ? error.message : String(error);
      }
    },
    close: connections.close,
  };
}

function headersOf({ headers }: OtlpTarget): HeaderList {
  const own: HeaderList = [['User-Agent', `svc/${version}`], ...headers];
  return withHeader(own, 'Content-Type', 'application/json');
}

async function sendPatiently(
  request: HttpRequest,
  send: Send,
  { retryMs, signal, clock }: Pick<DeliveryOptions, 'retryMs' | 'clock'> & { readonly signal: AbortSignal },
): Promise<string> {
  for (let retries = 0; ; retries++) {
    const response = await send(request);
    const { statusCode } = response;
    if (statusCode >= 200 && statusCode < 300) return rejectedReason(response);
    const wait = retryPause(response) ?? retryMs * 2 ** retries;
    const mayRetry =
      (statusCode === 429 || statusCode === 503) && retries < MAX_RETRIES && wait <= MAX_RETRY_MS;
    if (!mayRetry || !(await clock.sleep(wait, signal))) return statusReason(response);
  }
}

/** `Retry-After` in seconds; a date or anything else leaves the choice to svc. */
function retryPause({ headers }: HttpResponse): number | undefined {
  const [text = ''] = headerValues(headers, 'retry-after');
  return /^\s*\d{1,9}\s*$/.test(text) ? Number(text) * 1000 : undefined;
}

function statusReason({ statusCode }: HttpResponse): string {
  const why = statusCode >= 300 && statusCode < 400 ? ', and redirects are not followed' : '';
  return `the collector responded with status ${statusCode}${why}`;
}

/** A collector may take only some of the spans. */
function rejectedReason({ body }: HttpResponse): string {
  const { rejectedSpans, errorMessage } = partialSuccess(body);
  const count = typeof rejectedSpans === 'string' ? Number(rejectedSpans) : rejectedSpans;
  if (typeof count !== 'number' || !(count > 0)) return '';
  const why = typeof errorMessage === 'string' && errorMessage !== '' ? `: ${errorMessage}` : '';
  return `the collector rejected ${count === 1 ? '1 span' : `${count} spans`}${why}`.slice(
    0,
    MAX_REASON_CHARACTERS,
  );
}

const MAX_REASON_CHARACTERS = 500;

function partialSuccess(body: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const response: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    const partial = isPlainObject(response) ? response['partialSuccess'] : undefined;
    return isPlainObject(partial) ? partial : {};
  } catch {
    // An empty response, or one that is no JSON, is what many collectors send when they took everything.
    return {};
  }
}
