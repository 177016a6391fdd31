/** An order on its way: sealed by the coordinator, opened and judged by the worker. */
import { ServiceError } from '../errors.js';
import { orderKey } from './names.js';
import type { Queue } from './open-queue.js';
import { orderPlace, type OrderMessage } from './run-messages.js';
import { MessageTooLarge } from './sealing/message-codec.js';
import { sealedLimit, type Place, type QueueKeys } from './sealing/queue-keys.js';
import { MAX_ORDER_AGE_MS, MAX_ORDER_BYTES } from './settings/limits.js';

const MIB = 1024 * 1024;

/** Throws a message for users if it is too large. */
export async function deliverOrder(
  { transport, keys }: Queue,
  run: string,
  worker: string,
  order: Omit<OrderMessage, 'at'>,
): Promise<void> {
  const message: OrderMessage = { ...order, at: await transport.time() };
  const sealed = sealOrder(keys, orderPlace(run, worker), message);
  await transport.write(orderKey(run, worker), sealed, order.expiryMs);
  await transport.sendOrder(worker, run);
}

/** Throws a message for users if it is too large. */
export function sealOrder(keys: QueueKeys, place: Place, order: unknown): Buffer {
  try {
    return keys.seal(place, order, MAX_ORDER_BYTES);
  } catch (error) {
    throw error instanceof MessageTooLarge ? orderTooLarge(error.bytes) : error;
  }
}

export function orderTooLarge(bytes: number): ServiceError {
  const size = Math.ceil(bytes / MIB);
  return new ServiceError(
    'too-large',
    `the files and answers of this test are ${size} MiB; at most 64 MiB can be handed to workers`,
  );
}

/** Why a worker does nothing; `isReported`: the coordinator gets it, since it has the key. */
export interface Refusal {
  readonly reason: string;
  readonly isReported: boolean;
}

export type ReceivedOrder = { readonly order: OrderMessage } | { readonly refusal: Refusal };

const TOO_LARGE = 'larger than 64 MiB';

/** Undefined if there is no such order. */
export async function receiveOrder(
  { transport, keys }: Queue,
  run: string,
  worker: string,
): Promise<ReceivedOrder | undefined> {
  const limit = sealedLimit(MAX_ORDER_BYTES);
  const [sealed] = await transport.read([orderKey(run, worker)], limit);
  if (sealed === undefined) return undefined;
  const opened = keys.open(orderPlace(run, worker), sealed, MAX_ORDER_BYTES);
  if ('value' in opened) return { order: opened.value as OrderMessage };
  if (opened.refused === 'too large') {
    // What was cut off while reading cannot be authenticated, so that nothing is reported.
    return { refusal: { reason: TOO_LARGE, isReported: sealed.length <= limit } };
  }
  return { refusal: { reason: opened.refused, isReported: false } };
}

export interface OrderRules {
  readonly version: string;
  readonly threads: number;
  /** Milliseconds of the queue's clock. */
  readonly now: number;
  readonly isSeen: boolean;
  readonly kinds: readonly string[];
}

/** Undefined for an order that may be carried out. */
export function checkOrder(order: OrderMessage, rules: OrderRules): string | undefined {
  if (rules.now - order.at > MAX_ORDER_AGE_MS) return 'too old';
  if (rules.isSeen) return 'seen before';
  if (order.version !== rules.version) return `svc ${order.version} wanted, this is ${rules.version}`;
  if (order.threads > rules.threads) return 'more threads than offered';
  if (!rules.kinds.includes(order.kind)) return `orders of the kind ${order.kind} are not supported`;
  return undefined;
}
