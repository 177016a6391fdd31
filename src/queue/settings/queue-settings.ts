import type { QueueAddress } from './queue-address.js';

/** Everything that is needed to reach coordinators and workers. */
export interface QueueSettings {
  readonly address: QueueAddress;
  /** Teams on one Redis take different names. */
  readonly name: string;
  readonly key: string;
}

export const DEFAULT_QUEUE_NAME = 'svc';
export const QUEUE_NAME_PATTERN = '[a-z0-9-]{1,32}';
export const QUEUE_NAME_RULE = '1 to 32 of a-z, 0-9 and -';

/** What no output may show. */
export function queueSecrets({ address, key }: QueueSettings): readonly string[] {
  return [key, ...(address.password === undefined ? [] : [address.password])];
}
