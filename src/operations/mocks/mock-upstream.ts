/** The server that a mock server passes requests on to, and the recording of what came back. */
import type { Socket } from 'node:net';
import type { ProxyChoice } from '../../http/connect/proxy.js';
import type { TlsSettings } from '../../http/connect/tls-settings.js';
import type { PassedRequest, Upstream } from '../../mock/upstream/upstream.js';
import type { ExchangeObserver } from '../../record/capture/traffic-recorder.js';
import { NodeForwarding } from '../../record/proxy/forward-by-node.js';
import { isPlainRequest, PlainForwarding } from '../../record/proxy/forward-plain.js';
import type { ForwardParts } from '../../record/proxy/forward.js';
import { isLocalAddress } from '../../record/proxy/local-address.js';
import type { TargetAddress } from '../../record/proxy/target-address.js';
import { Upstream as Connections } from '../../record/proxy/upstream.js';
import { PROXY_LIMITS, type ProxyLimits } from '../../record/recording-proxy.js';
import { PassedObserver } from './passed-observer.js';

export interface MockUpstreamOptions {
  readonly address: TargetAddress;
  readonly proxy: ProxyChoice;
  readonly tls: TlsSettings;
  /** Records what came back; without it, nothing is recorded. */
  readonly recorder?: ExchangeObserver | undefined;
  readonly limits?: ProxyLimits;
}

export class MockUpstream implements Upstream {
  /** Ports of this process, which must not be the other side of a connection. */
  ownPorts: readonly number[] = [];
  readonly #options: MockUpstreamOptions;
  readonly #connections: Connections;

  /** Throws ServiceError for a configured proxy that cannot be used. */
  constructor(options: MockUpstreamOptions) {
    const { limits = PROXY_LIMITS } = options;
    this.#options = options;
    const isOwn = (socket: Socket): boolean =>
      this.ownPorts.includes(socket.remotePort ?? 0) && isLocalAddress(socket.remoteAddress ?? '');
    this.#connections = new Connections({ ...options, connectTimeout: limits.connectTimeoutMs, isOwn });
  }

  pass({ request, response, addedToRequest, addedToResponse, onEnd }: PassedRequest): void {
    const { address, recorder, limits = PROXY_LIMITS } = this.#options;
    const observer = new PassedObserver(recorder);
    const parts: ForwardParts = {
      address,
      upstream: this.#connections,
      recorder: observer,
      responseTimeoutMs: limits.responseTimeoutMs,
      // Addresses below the target become paths, which are right at every address of the mock server.
      own: '',
      addedHeaders: addedToRequest,
      changeHeaders: (headers) => {
        observer.responseHeaders = headers;
        return withReplaced(headers, addedToResponse);
      },
    };
    response.on('close', () => {
      if (response.headersSent) onEnd(observer.passed(response.statusCode));
    });
    const Way = isPlainRequest(request.method ?? '', request.headers) ? PlainForwarding : NodeForwarding;
    new Way(request, response, parts).start();
  }

  close(): void {
    this.#connections.close();
  }
}

function withReplaced(headers: readonly string[], added: readonly string[]): readonly string[] {
  if (added.length === 0) return headers;
  const names = new Set(added.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));
  names.delete('vary');
  const kept = headers.filter((_, index) => !names.has((headers[index - (index % 2)] ?? '').toLowerCase()));
  return [...kept, ...added];
}
