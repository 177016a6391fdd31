/** Sends the load of a test by workers, over a queue. */
import { ServiceError } from '../../errors.js';
import { randomId } from '../../primitives/random-id.js';
import type { Node } from '../../runner/plan/graph.js';
import { openQueue, type OpenedQueue } from '../../queue/open-queue.js';
import type { WantedWorkers } from '../../queue/claim-workers.js';
import { RunCoordinator, type CoordinatorOptions } from '../../queue/run-coordinator.js';
import type { QueueSettings } from '../../queue/settings/queue-settings.js';
import type { ListedWorker } from '../../queue/worker-listing.js';
import { DistributedLoad, type DistributedSettings } from '../../stress/distributed/distributed-load.js';
import type { CrewListener } from '../../stress/distributed/load-messages.js';
import { checkFiles } from '../../stress/distributed/portable-task.js';
import type { AfterLoad, LoadGenerator } from '../../stress/load-generator.js';
import type { CommonLoadTask } from '../../stress/load-threads.js';
import type { StressOptions } from '../../stress/plan/stress-options.js';
import { version } from '../../version.js';
import { KeptCourse } from './kept-course.js';

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
  { duration, find }: Pick<StressOptions, 'duration' | 'find'>,
  about: TestIdentity,
  onFault: (error: unknown) => void,
): LoadGenerator {
  let queue: Promise<OpenedQueue> | undefined;
  const kept = new KeptCourse(about);
  // The loads of a search are runs of their own, on workers that are claimed for all of them.
  const course = find ? { plannedMs: find.budget, owner: randomId() } : { plannedMs: duration };
  const load = new DistributedLoad({
    onLoss: request.onLoss,
    ...(request.slots && { slots: request.slots }),
    claim: async (listener, signal, { previous, rest } = {}) => {
      queue ??= openWithWarnings(request);
      const next = createCoordinator(await queue, { ...course, listener, onFault });
      const before = previous && kept.coordinator;
      if (!before || !(await next.succeed(before, request.least))) {
        await before?.end();
        const wanted = rest && { wanted: Math.max(rest.count, request.least), except: rest.except };
        await claimCrew(next, { ...request, ...wanted, signal });
      }
      kept.coordinator = next;
      // Whenever this process is lost, there is something to collect.
      await kept.keep();
      await before?.end();
      return next;
    },
    replace: async (lost, threads) => {
      const { coordinator } = kept;
      const worker =
        coordinator && (await replaceWorker(coordinator, lost, { labels: request.labels, threads }));
      if (worker) await kept.keep();
      return worker;
    },
  });
  return around(load, {
    beforePrepare: (task, afterLoad) => kept.write(task, afterLoad),
    leave: async (unfinished) => {
      const run = await kept.leave(unfinished, load.wholeReports());
      if (run === undefined) return load.release();
      request.onWarning?.(`the teardown was aborted; svc stress --collect ${run} runs the rest of it`);
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

interface CourseOfRun extends Pick<CoordinatorOptions, 'plannedMs' | 'owner' | 'onFault'> {
  readonly listener: CrewListener;
}

function createCoordinator(queue: OpenedQueue, { listener, ...course }: CourseOfRun): RunCoordinator {
  const byId =
    <Rest extends readonly unknown[]>(emit: (id: string, ...rest: Rest) => void) =>
    ({ id }: ListedWorker, ...rest: Rest): void =>
      emit(id, ...rest);
  return new RunCoordinator(queue, {
    version,
    ...course,
    onReport: byId((id, body) => listener.onReport(id, body)),
    onRefused: byId(listener.onRefused),
    onFailed: byId(listener.onFailed),
    onLost: byId(listener.onLost),
    onBack: byId(listener.onBack),
  });
}

async function claimCrew(
  coordinator: RunCoordinator,
  { wanted, least, waitMs, labels, except, ...others }: Omit<WantedWorkers, 'run' | 'version'>,
): Promise<void> {
  const { onWaiting, onWarning, signal } = others;
  await coordinator.claim({
    wanted,
    least,
    waitMs,
    labels,
    ...(except && { except }),
    ...(signal && { signal }),
    ...(onWaiting && { onWaiting }),
    ...(onWarning && { onWarning }),
  });
}

/** Takes a free worker in the place of one that is lost; undefined when there is none. */
async function replaceWorker(
  coordinator: RunCoordinator,
  lost: string,
  request: Pick<WantedWorkers, 'labels' | 'threads'>,
): Promise<ListedWorker | undefined> {
  const wanted = { ...request, wanted: 1, least: 1, waitMs: 0, except: new Set([lost]) };
  const [worker] = await coordinator.claim(wanted).catch((error: unknown) => {
    if (error instanceof ServiceError && error.kind === 'unavailable') return [];
    throw error;
  });
  if (worker) await coordinator.release([lost]);
  return worker;
}

interface Around {
  readonly beforePrepare: (task: CommonLoadTask, afterLoad: AfterLoad) => Promise<void>;
  /** Ends the run, but keeps what is needed to run the rest of its teardown. */
  readonly leave: (unfinished: readonly Node[]) => Promise<void>;
  readonly afterRelease: () => Promise<void>;
}

/** The same generator, with what comes before its orders and after everything else. */
function around(load: DistributedLoad, { beforePrepare, leave, afterRelease }: Around): LoadGenerator {
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
    reportedMs: () => load.reportedMs(),
    stop: () => load.stop(),
    finish: () => load.finish(),
    release: async (unfinished) => {
      try {
        await (unfinished.length > 0 ? leave(unfinished) : load.release());
      } finally {
        await afterRelease();
      }
    },
    workerUpdates: () => load.workerUpdates(),
  };
}
