import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../errors.js';
import { elapsed } from '../../primitives/clock.js';
import type { LoadPackage } from '../../primitives/packages/load-package.js';
import { openQueue, type OpenedQueue } from '../../queue/open-queue.js';
import type { QueueSettings } from '../../queue/settings/queue-settings.js';
import type { Log } from '../settings/log.js';

const PATIENCE_MS = 60_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5000;

/** Workers are often started together with their Redis, so that this one waits for it; undefined when it is ended. */
export async function connectWorker(
  settings: QueueSettings,
  { log, signal, load }: { readonly log: Log; readonly signal: AbortSignal; readonly load?: LoadPackage },
): Promise<OpenedQueue | undefined> {
  const began = elapsed();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    if (signal.aborted) return undefined;
    try {
      return await openQueue(settings, load);
    } catch (error) {
      const isAway = error instanceof ServiceError && error.kind === 'network';
      if (!isAway || elapsed() - began + pauseMs > PATIENCE_MS) throw error;
      log('debug', `${error.message}; trying again`);
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
