/** Tells listeners and the log of a mock server about a request and its response. */
import type { IncomingMessage } from 'node:http';
import { roundThousandths } from '../primitives/time/round-thousandths.js';
import type { ChosenResponse } from './respond/chosen-response.js';
import type { MockExchangeSummary, TimedOptions } from './mock-options.js';
import type { PreparedResponse } from './responses/prepared-response.js';

export interface ReportedExchange {
  readonly request: IncomingMessage;
  /** Without query. */
  readonly path: string;
  readonly chosen: ChosenResponse;
  /** Of a monotonic clock, in milliseconds. */
  readonly start: number;
  /** At most the first 64 KiB. */
  readonly requestBody: string;
  /** Of a request whose body has been read. */
  readonly wholeBody: Uint8Array | undefined;
}

/** `sent` is what the client got. */
export function reportExchange(
  { onRequest, onExchange, log, clock }: Pick<TimedOptions, 'onRequest' | 'onExchange' | 'log' | 'clock'>,
  { request, path, chosen, start, requestBody, wholeBody }: ReportedExchange,
  { status, headers, body }: PreparedResponse,
): void {
  const { method = '' } = request;
  const duration = roundThousandths(clock.now() - start);
  const { route, matchedRoute, nearest, fault } = chosen;
  // Object literals, because a spread costs more than the rest of a matched request (bench/measures/mock.mjs).
  const summary: MockExchangeSummary = nearest
    ? { method, path, status, duration, route, nearest }
    : matchedRoute && fault
      ? { method, path, status, duration, route, matchedRoute, fault: fault.kind }
      : matchedRoute
        ? { method, path, status, duration, route, matchedRoute }
        : { method, path, status, duration, route };
  onRequest(summary);
  if (log?.accepts(start)) {
    log.add(
      request,
      {
        duration,
        method,
        target: request.url ?? '/',
        path,
        httpVersion: request.httpVersion,
        requestHeaders: request.rawHeaders,
        status,
        responseHeaders: headers,
        responseBody: body,
        route,
        nearest,
        fault: fault?.kind,
        source: route === '' ? (nearest ? 'none' : 'server') : 'route',
      },
      wholeBody,
    );
  }
  onExchange?.({
    ...summary,
    requestHeaders: request.rawHeaders,
    requestBody,
    responseHeaders: headers,
    responseBody: body,
  });
}
