/** Sends the load of a test by workers, over a queue. */
import type { GraphData } from '../../primitives/json/graph-data.js';
import { openQueue, type OpenedQueue } from '../../queue/open-queue.js';
import type { WantedWorkers } from '../../queue/claim-workers.js';
import { RunCoordinator } from '../../queue/run-coordinator.js';
import type { QueueSettings } from '../../queue/settings/queue-settings.js';
import type { ListedWorker } from '../../queue/worker-listing.js';
import { DistributedLoad, type DistributedSettings } from '../../stress/distributed/distributed-load.js';
import { writeKeptLoad, type KeptRun } from '../../stress/distributed/kept-load.js';
import type { CrewListener } from '../../stress/distributed/load-messages.js';
import { checkFiles } from '../../stress/distributed/portable-task.js';
import type { AfterLoad, LoadGenerator } from '../../stress/load-generator.js';
import type { CommonLoadTask } from '../../stress/load-threads.js';
import { version } from '../../version.js';

export interface DistributionRequest
  extends
    Pick<WantedWorkers, 'wanted' | 'least' | 'waitMs' | 'labels' | 'onWaiting' | 'onWarning'>,
    Pick<DistributedSettings, 'onLoss' | 'slots'> {
  readonly settings: QueueSettings;
}

/** What the history and the reports of a test say of it, also when somebody else collects it. */
export interface TestIdentity {
  readonly files: readonly string[];
  readonly environment: string;
  readonly label: string;
}

/** The queue is contacted when the workers are claimed, after everything else that may be refused. */
export function distributeLoad(
  request: DistributionRequest,
  plannedMs: number,
  about: TestIdentity,
  onFault: (error: unknown) => void,
): LoadGenerator {
  let queue: Promise<OpenedQueue> | undefined;
  let coordinator: RunCoordinator | undefined;
  let kept: GraphData | undefined;
  const keep = async (): Promise<void> => {
    if (!coordinator || !kept) return;
    const workers = coordinator.workers.map(({ id, name, version: own, threads }) => ({
      id,
      name,
      version: own,
      threads,
    }));
    await coordinator.keep({ load: kept, workers, about } satisfies KeptRun<TestIdentity>);
  };
  const load = new DistributedLoad({
    onLoss: request.onLoss,
    ...(request.slots && { slots: request.slots }),
    claim: async (listener, signal) => {
      queue ??= openWithWarnings(request);
      coordinator = await claimCrew(await queue, { ...request, signal }, { listener, plannedMs, onFault });
      await keep();
      return coordinator;
    },
  });
  return around(load, {
    beforePrepare: async (task, afterLoad) => {
      kept = await writeKeptLoad(task, afterLoad);
      await keep();
    },
    afterRelease: async () => {
      const opened = await queue?.catch(() => undefined);
      await opened?.transport.close();
    },
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
): Promise<RunCoordinator> {
  const { listener, plannedMs, onFault } = given;
  const byId =
    <Rest extends readonly unknown[]>(emit: (id: string, ...rest: Rest) => void) =>
    ({ id }: ListedWorker, ...rest: Rest): void =>
      emit(id, ...rest);
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

interface Around {
  readonly beforePrepare: (task: CommonLoadTask, afterLoad: AfterLoad) => Promise<void>;
  readonly afterRelease: () => Promise<void>;
}

/** The same generator, with what comes before its orders and after everything else. */
function around(load: DistributedLoad, { beforePrepare, afterRelease }: Around): LoadGenerator {
  return {
    check: checkFiles,
    reserve: (stress, signal) => load.reserve(stress, signal),
    prepare: async (task, listener, afterLoad) => {
      await beforePrepare(task, afterLoad);
      await load.prepare(task, listener);
    },
    get failure() {
      return load.failure;
    },
    start: () => load.start(),
    stop: () => load.stop(),
    finish: () => load.finish(),
    release: async () => {
      try {
        await load.release();
      } finally {
        await afterRelease();
      }
    },
    workerUpdates: () => load.workerUpdates(),
  };
}
