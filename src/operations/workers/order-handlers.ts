import { OrderRefusal, type OrderHandler } from '../../queue/worker-host.js';
import { UNIT_ORDER } from '../../queue/units/unit-messages.js';
import { LOAD_ORDER, type LoadOrder } from '../../stress/distributed/load-messages.js';

/** What the orders of a worker may use of its machine. */
export interface HandlerOptions {
  /** Texts of `--allow-hosts`; undefined allows every host. */
  readonly allowHosts: readonly string[] | undefined;
  /** Environment variables of the process, of which only those of proxies count. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds of CPU time that the process has used. */
  readonly cpuTime: () => number;
  readonly onFault: (error: unknown) => void;
}

/** What a worker can do, by the kind of order; anything else is refused. */
export function orderHandlers({
  allowHosts,
  environment,
  cpuTime,
  onFault,
}: HandlerOptions): Readonly<Record<string, OrderHandler>> {
  return {
    [LOAD_ORDER]: async ({ body }, link, leaving) => {
      const { performLoad } = await import('../../stress/distributed/load-session.js');
      return performLoad(body as LoadOrder, link, {
        leaving,
        environment,
        allowedHosts: allowHosts,
        cpuTime,
        refuse: (reason) => new OrderRefusal(reason),
      });
    },
    [UNIT_ORDER]: async ({ threads }, link, leaving) => {
      const [{ takeUnits }, { unitPerformer }] = await Promise.all([
        import('../../queue/units/unit-taker.js'),
        import('./perform-unit.js'),
      ]);
      const perform = unitPerformer({ allowHosts, environment });
      return takeUnits(link, { most: threads, perform, leaving, onFault });
    },
  };
}
