/** The events of the server. Clients rely on names, fields and their order (docs/server.md#events). */
import type { ListPlace } from './run-result-bytes.js';
import type { FindProgress } from '../stress/measure/find-figures.js';
import type { IntervalLatency, LiveStatistics, WorkerUpdate } from '../stress/measure/stress-result.js';

/** The bus adds the timestamp as the last field. */
export interface EventPayloads {
  readonly execution_start: {
    readonly id: string;
    readonly file: string;
    readonly status: 'started';
  };
  readonly request_progress: RequestProgress;
  readonly execution_complete: {
    readonly id: string;
    readonly file: string;
    readonly status: 'completed';
    /** The line of JSON that is also the response. */
    readonly result: Uint8Array;
    /** Where the results are in it, for clients that do not want them; never sent. */
    readonly list?: ListPlace;
  };
  readonly error: {
    readonly id: string;
    readonly file: string;
    readonly status: 'error';
    readonly error: string;
  };
  readonly environment_changed: { readonly name: string };
  readonly file_changed: { readonly path: string; readonly operation: 'create' | 'write' | 'remove' };
  readonly stress_update: {
    readonly running: boolean;
    readonly completed: boolean;
    readonly stats: LiveStatistics;
    /** In seconds. */
    readonly elapsed: number;
    /** The latency in the last second. */
    readonly interval: IntervalLatency;
    /** Errors since the start of the load, by kind. */
    readonly errorKinds: Readonly<Record<string, number>>;
    /** Only of a test that searches a rate. */
    readonly find?: FindProgress;
    /** Only of a test with workers. */
    readonly workers?: readonly WorkerUpdate[];
  };
  readonly mock_request: MockRequest;
}

type RequestProgress = {
  readonly execId: string;
  readonly file: string;
  readonly requestName: string;
} & (
  | { readonly status: 'started'; readonly index: number; readonly total: number }
  | {
      readonly status: 'completed';
      readonly index: number;
      readonly total: number;
      readonly passed: boolean;
      readonly duration: number;
    }
);

type MockRequest = { readonly event: 'started' | 'stopped'; readonly port: number } | MockedRequest;

export interface MockedRequest {
  readonly event: 'request';
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly duration: number;
  readonly route: string;
  /** What went wrong, as `@mock.fault` says. */
  readonly fault?: 'reset' | 'timeout' | 'status' | 'slow-body' | 'malformed';
  /** Another server has responded. */
  readonly proxied?: true;
  /** Similar routes, if none matches. */
  readonly nearest?: readonly {
    readonly method: string;
    readonly path: string;
    readonly name: string;
    /** What the request lacks, of a route with its method and path. */
    readonly failed?: string;
  }[];
}

export type EventType = keyof EventPayloads;

export interface Envelope<Type extends EventType = EventType> {
  readonly type: Type;
  readonly payload: EventPayloads[Type] & { readonly timestamp: string };
  /** The moment of emission; the same text as in the payload. */
  readonly timestamp: string;
}
