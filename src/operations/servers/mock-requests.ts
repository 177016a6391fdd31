/** The last requests of the mock server for clients; loaded when somebody first looks at them. */
import { ServiceError } from '../../errors.js';
import type { ExchangeLog, LoggedExchange } from '../../mock/exchange-log.js';
import type { RunningMock } from '../../mock/mock-server.js';
import { readRanges } from '../../primitives/text/number-ranges.js';
import { timeSlice } from '../../primitives/time-slice.js';
import type { RecordingTools } from '../../record/capture/record-exchange.js';
import { readTargetAddress, type TargetAddress } from '../../record/proxy/target-address.js';
import type { Recording } from '../../record/recordings/recording.js';
import type { Engine } from '../engine/engine.js';
import {
  arrivalTime,
  containsText,
  createMockTools,
  isRequestCut,
  isResponseCut,
  toEntry,
  toExactParts,
  toExplained,
  toMaskedParts,
  toRecording,
  type MockRequestEntry,
} from '../mocks/mock-exchange.js';
import type { RecordExport } from '../recordings/recording-text.js';
import { renderRecordings } from './render-recordings.js';

export interface MockRequestQuery {
  /** Only requests that arrived after this one. */
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
  /** Occurs in the request or its response, in any case. */
  readonly text?: string | undefined;
  /** The name of the route that responded; empty for requests without one. */
  readonly route?: string | undefined;
  /** In any case. */
  readonly method?: string | undefined;
  /** Times of the arrival in ISO 8601, both inclusive. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export interface MockExport extends RecordExport {
  /** All kept ones when left out. */
  readonly ids?: string | undefined;
}

export interface LookedAtMock {
  readonly mock: Pick<RunningMock, 'explain' | 'host' | 'port'>;
  readonly log: ExchangeLog;
  /** Values that are secret wherever they occur. */
  readonly secrets: ReadonlyMap<string, string>;
}

const DEFAULT_LIMIT = 2000;

export class MockRequests {
  readonly #mock: LookedAtMock['mock'];
  readonly #log: ExchangeLog;
  readonly #tools: RecordingTools;

  constructor({ mock, log, secrets }: LookedAtMock) {
    this.#mock = mock;
    this.#log = log;
    this.#tools = createMockTools(secrets);
  }

  /** Newest first. */
  async list(query: MockRequestQuery): Promise<object> {
    const { after = 0, limit = DEFAULT_LIMIT } = query;
    const { total, skipped, lastId, count } = this.#log;
    const isWanted = createFilter(query);
    const pause = timeSlice(SLICE_MS, 1);
    const requests: MockRequestEntry[] = [];
    for (const exchange of this.#log.newest()) {
      if (exchange.id <= after || requests.length >= limit) break;
      if (isWanted(exchange)) requests.push(toEntry(exchange, this.#tools));
      await pause();
    }
    return { requests, total, kept: count, skipped, lastId };
  }

  /** Secrets are shown only when they are asked for. */
  async request(id: string, isShown: boolean): Promise<object> {
    const exchange = this.#find(id);
    const { path } = exchange;
    const parts = isShown ? await toExactParts(exchange) : await toMaskedParts(exchange, this.#tools);
    const isExplained = exchange.source !== 'server';
    return {
      ...toEntry(exchange, this.#tools),
      ...(isShown && { path, query: exchange.target.slice(path.length).replace(/^[^?]*/, '') }),
      httpVersion: exchange.httpVersion,
      requestTruncated: isRequestCut(exchange),
      responseTruncated: isResponseCut(exchange),
      ...parts,
      why: isExplained ? await this.#mock.explain(toExplained(exchange)) : NOT_EXPLAINED,
    };
  }

  /** Returns a line of JSON with the text. */
  async export(
    { ids, ...text }: MockExport,
    engine: Pick<Engine, 'call'>,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const isChosen = ids === undefined ? () => true : readRanges(ids);
    if (isChosen === undefined) throw new ServiceError('usage', `ids must be ${IDS_RULE}`);
    const recordings: Recording[] = [];
    for (const exchange of [...this.#log.newest()].reverse()) {
      // A client that got no response has seen nothing that could be repeated.
      if (exchange.status !== 0 && isChosen(exchange.id))
        recordings.push(await toRecording(exchange, this.#tools, true));
      signal.throwIfAborted();
    }
    if (ids !== undefined && recordings.length === 0) {
      throw new ServiceError('not-found', `mock request not found: ${ids}`);
    }
    return renderRecordings(recordings, { target: this.#target(), text }, engine, signal);
  }

  clear(): void {
    this.#log.clear();
  }

  #find(id: string): LoggedExchange {
    if (!/^\d{1,15}$/.test(id)) throw new ServiceError('usage', `mock request id must be a number: ${id}`);
    const found = this.#log.find(Number(id));
    if (found === undefined) throw new ServiceError('not-found', `mock request not found: ${id}`);
    return found;
  }

  #target(): TargetAddress {
    const { host, port } = this.#mock;
    const reached = host === '0.0.0.0' || host === '[::]' ? 'localhost' : host;
    const target = readTargetAddress(`http://${reached}:${port}`);
    if (target === undefined) throw new ServiceError('internal', `no address for ${host}`);
    return target;
  }
}

/** The text is looked for last, since it costs most. */
function createFilter(query: MockRequestQuery): (exchange: LoggedExchange) => boolean {
  const { route, text = '' } = query;
  const method = query.method?.toUpperCase();
  const since = query.since === undefined ? -Infinity : Date.parse(query.since);
  const until = query.until === undefined ? Infinity : Date.parse(query.until);
  const wanted = text.toLowerCase();
  return (exchange) => {
    if (route !== undefined && exchange.route !== route) return false;
    if (method !== undefined && exchange.method.toUpperCase() !== method) return false;
    const arrivedAt = arrivalTime(exchange);
    if (arrivedAt < since || arrivedAt > until) return false;
    return wanted === '' || containsText(exchange, wanted);
  };
}

export const IDS_RULE = 'numbers and ranges, such as 3,7-12';

const SLICE_MS = 4;
const NOT_EXPLAINED = { matched: null, segments: [], others: [], nearest: [] };
