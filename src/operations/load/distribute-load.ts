/** Sends the load of a test by workers, over a queue. */
import { openQueue, type OpenedQueue } from '../../queue/open-queue.js';
import type { WantedWorkers } from '../../queue/claim-workers.js';
import { RunCoordinator } from '../../queue/run-coordinator.js';
import type { QueueSettings } from '../../queue/settings/queue-settings.js';
import type { ListedWorker } from '../../queue/worker-listing.js';
import { DistributedLoad, type DistributedSettings } from '../../stress/distributed/distributed-load.js';
import type { Crew, CrewListener } from '../../stress/distributed/load-messages.js';
import type { LoadGenerator } from '../../stress/load-generator.js';
import { version } from '../../version.js';

export interface DistributionRequest
  extends
    Pick<WantedWorkers, 'wanted' | 'least' | 'waitMs' | 'labels' | 'onWaiting' | 'onWarning'>,
    Pick<DistributedSettings, 'onLoss' | 'slots'> {
  readonly settings: QueueSettings;
}

/** The queue is contacted when the workers are claimed, after everything else that may be refused. */
export function distributeLoad(
  request: DistributionRequest,
  plannedMs: number,
  onFault: (error: unknown) => void,
): LoadGenerator {
  let queue: Promise<OpenedQueue> | undefined;
  const load = new DistributedLoad({
    onLoss: request.onLoss,
    ...(request.slots && { slots: request.slots }),
    claim: async (listener, signal) => {
      queue ??= openWithWarnings(request);
      return claimCrew(await queue, { ...request, signal }, { listener, plannedMs, onFault });
    },
  });
  return closingWith(load, async () => {
    const opened = await queue?.catch(() => undefined);
    await opened?.transport.close();
  });
}

async function openWithWarnings({ settings, onWarning }: DistributionRequest): Promise<OpenedQueue> {
  const queue = await openQueue(settings);
  for (const warning of queue.warnings) onWarning?.(warning);
  return queue;
}

async function claimCrew(
  queue: OpenedQueue,
  { wanted, least, waitMs, labels, onWaiting, onWarning, signal }: Omit<WantedWorkers, 'run' | 'version'>,
  given: {
    readonly listener: CrewListener;
    readonly plannedMs: number;
    readonly onFault: (error: unknown) => void;
  },
): Promise<Crew> {
  const { listener, plannedMs, onFault } = given;
  const byId =
    <Rest extends readonly unknown[]>(tell: (id: string, ...rest: Rest) => void) =>
    ({ id }: ListedWorker, ...rest: Rest): void =>
      tell(id, ...rest);
  const coordinator = new RunCoordinator(queue, {
    version,
    plannedMs,
    onReport: byId((id, body) => listener.onReport(id, body)),
    onRefused: byId(listener.onRefused),
    onFailed: byId(listener.onFailed),
    onLost: byId(listener.onLost),
    onBack: byId(listener.onBack),
    onFault,
  });
  await coordinator.claim({
    wanted,
    least,
    waitMs,
    labels,
    ...(signal && { signal }),
    ...(onWaiting && { onWaiting }),
    ...(onWarning && { onWarning }),
  });
  return coordinator;
}

/** The same generator, which closes the queue after everything else. */
function closingWith(load: DistributedLoad, close: () => Promise<void>): LoadGenerator {
  return {
    reserve: (stress, signal) => load.reserve(stress, signal),
    prepare: (task, listener) => load.prepare(task, listener),
    get failure() {
      return load.failure;
    },
    start: () => load.start(),
    stop: () => load.stop(),
    finish: () => load.finish(),
    release: async () => {
      await load.release().finally(close);
    },
    workerUpdates: () => load.workerUpdates(),
  };
}
