import { systemClock, type Clock } from '../primitives/clock.js';
import type { LoadPackage } from '../primitives/packages/load-package.js';
import { isId } from './sealing/numbered-message.js';
import { QueueKeys } from './sealing/queue-keys.js';
import { ORDER_QUEUES, WORKERS } from './names.js';
import { DEAD_QUEUE_MS, QUEUE_TIMES, type QueueTimes } from './settings/limits.js';
import type { QueueSettings } from './settings/queue-settings.js';
import type { QueueTransport } from './transport/queue-transport.js';
import { contactRedis } from './transport/redis-connector.js';
import { RedisTransport } from './transport/redis-transport.js';

/** What coordinators and workers share: where messages lie, and the keys that open them. */
export interface Queue {
  readonly name: string;
  readonly transport: QueueTransport;
  readonly keys: QueueKeys;
  readonly times: QueueTimes;
  /** By which beats come and silence counts. */
  readonly clock: Clock;
}

export interface OpenedQueue extends Queue {
  readonly warnings: readonly string[];
}

/** Fails with a message for users when packages are missing, or the server cannot be used. */
export async function openQueue(settings: QueueSettings, load?: LoadPackage): Promise<OpenedQueue> {
  const connector = await contactRedis(settings.address, load);
  const transport = new RedisTransport(connector, settings.name);
  try {
    await transport.ready();
    await dropDeadQueues(transport);
  } catch (error) {
    await transport.close();
    throw error;
  }
  const keys = new QueueKeys(settings.key, settings.name);
  const shared = { transport, keys, times: QUEUE_TIMES, clock: systemClock };
  return { name: settings.name, ...shared, warnings: connector.warnings };
}

/** BullMQ's keys have no expiry: those of workers that ended without a word are removed by whoever comes next. */
export async function dropDeadQueues(transport: QueueTransport): Promise<void> {
  const [now, queues, workers] = await Promise.all([
    transport.time(),
    transport.marked(ORDER_QUEUES),
    transport.marked(WORKERS),
  ]);
  const isDead = ({ at }: { readonly at: number }): boolean => now - at > DEAD_QUEUE_MS;
  const dead = queues.filter(isDead).map(({ member }) => member);
  for (const worker of dead.filter(isId)) await transport.dropOrders(worker);
  await transport.unmark(ORDER_QUEUES, dead);
  await transport.unmark(
    WORKERS,
    workers.filter(isDead).map(({ member }) => member),
  );
}
