import type { OrderHandler } from '../../queue/worker-host.js';
import type { Log } from '../settings/log.js';

/** What the orders of a worker may use of its machine. */
export interface HandlerOptions {
  /** Texts of `--allow-hosts`; undefined allows every host. */
  readonly allowHosts: readonly string[] | undefined;
  readonly log: Log;
}

/** What a worker can do, by the kind of order; anything else is refused. */
export function orderHandlers(_options: HandlerOptions): Readonly<Record<string, OrderHandler>> {
  return {};
}
