/** Requests that match no route, passed on to another server. */
import { hostname } from 'node:os';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAllowedHost } from '../http/serving/allowed-host.js';
import { errorText } from '../http/serving/error-text.js';
import { randomHex } from '../primitives/text/random-hex.js';
import { roundThousandths } from '../primitives/time/round-thousandths.js';
import type { ChosenResponse } from './respond/chosen-response.js';
import { startText } from './respond/read-body-start.js';
import { createCorsHeaders } from './cross-origin.js';
import type { MockExchangeSummary, TimedOptions } from './mock-options.js';
import { jsonResponse } from './responses/prepared-response.js';
import { rereadRequest } from './upstream/reread-request.js';
import type { PassedExchange, Upstream } from './upstream/upstream.js';

/** RFC 8586: a request that comes back with the name of this server would be passed on forever. */
const LOOP_HEADER = 'CDN-Loop';

export class PassThrough {
  readonly #upstream: Upstream;
  readonly #options: TimedOptions;
  readonly #ownName = `svc-mock-${randomHex(8)}`;

  constructor(upstream: Upstream, options: TimedOptions) {
    this.#upstream = upstream;
    this.#options = options;
  }

  /** The response to a request that is not passed on. */
  refusal({ url = '', headers, socket }: IncomingMessage): ChosenResponse | undefined {
    const { host = '', upgrade, connection = '' } = headers;
    if (!url.startsWith('/'))
      return refused(400, 'only requests for a path are passed on, such as GET /orders');
    // A page of a third party whose name resolves to this machine must not reach the other server.
    const rule = { bound: this.#options.host, machine: hostname() };
    if (!isAllowedHost(host, socket.localAddress, rule))
      return refused(
        403,
        `requests for the host ${host} are not passed on; use the address of the mock server`,
      );
    if (upgrade !== undefined && /\bupgrade\b/i.test(connection) && !/^h2c$/i.test(upgrade))
      return refused(501, `an upgrade to ${upgrade} is not passed on; connect to the other server directly`);
    if (String(headers[LOOP_HEADER.toLowerCase()] ?? '').includes(this.#ownName))
      return refused(508, 'the request was passed on and came back: --proxy leads to this mock server');
    return undefined;
  }

  /** `body`: of a request that has been read. */
  send(request: IncomingMessage, response: ServerResponse, start: number, body?: Uint8Array): void {
    this.#upstream.pass({
      request: body === undefined ? request : rereadRequest(request, body),
      response,
      addedToRequest: [LOOP_HEADER, this.#ownName],
      addedToResponse: this.#options.cors ? createCorsHeaders(request) : [],
      onEnd: (exchange) => this.#report(request, exchange, start),
    });
  }

  #report(request: IncomingMessage, exchange: PassedExchange, start: number): void {
    const { onRequest, onExchange, log, clock } = this.#options;
    const { method = '', url: target = '/', httpVersion, rawHeaders: requestHeaders } = request;
    const { status, responseHeaders, responseBody, responseLength, requestBody } = exchange;
    const [path = ''] = target.split('?', 1);
    const duration = roundThousandths(clock.now() - start);
    const summary: MockExchangeSummary = { method, path, status, duration, route: '', isProxied: true };
    onRequest(summary);
    if (log?.accepts(start)) {
      const sent = { method, target, path, httpVersion, requestHeaders };
      const received = { status, responseHeaders, responseBody, responseLength };
      const from = { route: '', nearest: undefined, source: 'proxied' } as const;
      log.add(request, { duration, ...sent, ...received, ...from }, requestBody);
    }
    onExchange?.({
      ...summary,
      requestHeaders,
      requestBody: startText(requestBody),
      responseHeaders,
      responseBody: Buffer.from(responseBody),
    });
  }
}

function refused(status: number, message: string): ChosenResponse {
  return { response: jsonResponse(status, errorText(status, message)), route: '' };
}
