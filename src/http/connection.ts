import type { Connection, ConnectionOptions } from './connection-options.js';

export type { Connection, ConnectionOptions } from './connection-options.js';

/** The pool of one run. */
export function createConnection(options: ConnectionOptions): Connection {
  throw new Error(String(options));
}
