/// <reference lib="esnext.disposable" preserve="true" />
/** Mock servers of programs. */
import type { WorkspaceOptions } from './run-types.js';

export interface MockOptions extends WorkspaceOptions {
  /** A free one when left out or 0. */
  readonly port?: number | undefined;
  /** The address to listen at; `127.0.0.1` when left out. */
  readonly host?: string | undefined;
  /** Milliseconds before each response, at most an hour. */
  readonly delay?: number | undefined;
  /** Refuses responses that fail the assertions of their own request. */
  readonly strict?: boolean | undefined;
  /** Keeps what POST requests create, for GET, PUT, PATCH and DELETE of its path. */
  readonly stateful?: boolean | undefined;
  /** Responds only to requests that carry what those of the files do. */
  readonly strictMatch?: boolean | undefined;
  /** Fills values of the request into all mock blocks, as `@mock.template` does. */
  readonly template?: boolean | undefined;
  /** Leaves requests out that svc cannot run, which are refused otherwise. */
  readonly skipUnsupported?: boolean | undefined;
  /** Repeats what routes draw: delays from a range, and faults. */
  readonly seed?: number | undefined;
  /** An http or https URL that requests without a route go to; then there need not be any path. */
  readonly proxy?: string | undefined;
  /** A request file for what comes back from there, relative to `cwd`; implies `strictMatch`. */
  readonly record?: string | undefined;
  /** Called after each response; what it throws is what `close` rejects with. */
  readonly onRequest?: ((request: MockRequest) => void) | undefined;
}

export interface MockRequest {
  readonly method: string;
  /** Without query. */
  readonly path: string;
  readonly status: number;
  /** The name of the route that responded; empty when there is none. */
  readonly name: string;
  /** Another server has responded. */
  readonly proxied?: true;
  /** When it was responded to, as `2031-04-05T06:07:08.120Z`. */
  readonly at: string;
}

export interface MockRoute {
  readonly method: string;
  readonly path: string;
  readonly name: string;
  readonly status: number;
  readonly contentType: string;
  /** The request file, relative to `cwd`. */
  readonly file: string;
  readonly line: number;
}

/** A mock server that listens until it is closed. */
export interface Mock extends AsyncDisposable {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly port: number;
  readonly routes: readonly MockRoute[];
  /** What `svc mock` prints as a warning or a note, also while it runs; without secrets. */
  readonly warnings: readonly string[];
  /** The last 1,000 requests, the oldest first. */
  requests(): readonly MockRequest[];
  /** The routes that have not responded yet. */
  unused(): readonly MockRoute[];
  /** Forgets what clients have sent, and starts every sequence again. */
  reset(): void;
  /** Resolves when nothing listens any more, every connection is closed and the file of `record` is complete. */
  close(): Promise<void>;
}
