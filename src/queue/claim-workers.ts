import { ServiceError } from '../errors.js';
import { durationText } from '../primitives/duration.js';
import { MAX_WORKERS } from '../primitives/shapes/worker-choice.js';
import { claimKey, workerKey } from './names.js';
import type { Queue } from './open-queue.js';
import { CLAIM_EXPIRY_MS } from './settings/limits.js';
import { listWorkers, type ListedWorker, type WorkerListing } from './worker-listing.js';

export interface WantedWorkers {
  readonly run: string;
  readonly version: string;
  readonly wanted: number | 'all';
  readonly least: number;
  readonly waitMs: number;
  /** Only workers that have all of these. */
  readonly labels: readonly string[];
  /** Ids of workers that are not taken. */
  readonly except?: ReadonlySet<string>;
  /** Only workers that offer so many. */
  readonly threads?: number;
  readonly signal?: AbortSignal;
  /** Called once, when not enough are free at first. */
  readonly onWaiting?: (message: string) => void;
  readonly onWarning?: (message: string) => void;
}

/**
 * Takes all that are wanted, or after the wait at least the least number, or none: in one step, so that two
 * coordinators neither share a worker nor wait for each other.
 */
export async function claimWorkers(queue: Queue, request: WantedWorkers): Promise<readonly ListedWorker[]> {
  const { clock, times } = queue;
  const began = clock.now();
  const warned = new Set<string>();
  let isReported = false;
  for (;;) {
    const listing = await listWorkers(queue, request.version);
    warnOfVersions(listing, request, warned);
    const isLast = clock.now() - began >= request.waitMs;
    const claimed = await claim(queue, request, listing, isLast);
    if (claimed.length > 0) return claimed;
    if (isLast) throw notEnough(listing, request);
    if (!isReported) request.onWaiting?.(waitingMessage(listing, request));
    isReported = true;
    const left = request.waitMs - (clock.now() - began);
    if (!(await clock.sleep(Math.max(0, Math.min(times.pollMs * 2, left)), request.signal)))
      throw new ServiceError('cancelled', 'interrupted while waiting for workers');
  }
}

/** Those that can be claimed, by name. */
export function freeWorkers({ workers }: WorkerListing, labels: readonly string[]): readonly ListedWorker[] {
  return workers.filter((worker) => worker.state === 'free' && hasLabels(worker, labels));
}

function hasLabels(worker: ListedWorker, labels: readonly string[]): boolean {
  return labels.every((label) => worker.labels.includes(label));
}

async function claim(
  { transport }: Queue,
  { run, wanted, least, labels, except, threads = 1 }: WantedWorkers,
  listing: WorkerListing,
  isLast: boolean,
): Promise<readonly ListedWorker[]> {
  const free = freeWorkers(listing, labels).filter(
    (worker) => worker.threads >= threads && except?.has(worker.id) !== true,
  );
  const most = wanted === 'all' ? MAX_WORKERS : wanted;
  const taken = await transport.claim({
    candidates: free.map(({ id }) => ({ key: claimKey(id), condition: workerKey(id) })),
    owner: run,
    least: wanted === 'all' || isLast ? least : wanted,
    most,
    expiryMs: CLAIM_EXPIRY_MS,
  });
  return taken.flatMap((index) => free[index] ?? []);
}

function warnOfVersions(
  { workers }: WorkerListing,
  { version, onWarning }: WantedWorkers,
  warned: Set<string>,
): void {
  for (const { id, name, state, version: other } of workers) {
    if (state !== 'otherVersion' || warned.has(id)) continue;
    warned.add(id);
    onWarning?.(`worker ${name} is svc ${other}, this is svc ${version}; it is not used`);
  }
}

function waitingMessage(listing: WorkerListing, { wanted, least, labels }: WantedWorkers): string {
  const count = wanted === 'all' ? least : wanted;
  const free = freeWorkers(listing, labels).length;
  return `Waiting for ${count} ${count === 1 ? 'worker' : 'workers'} (${free} ${free === 1 ? 'is' : 'are'} free)`;
}

function notEnough(listing: WorkerListing, request: WantedWorkers): ServiceError {
  const { workers, otherKeyCount } = listing;
  if (workers.length === 0 && otherKeyCount > 0) {
    return new ServiceError(
      'unavailable',
      `${otherKeyCount} workers are there, but none has this key; is SVC_WORKER_KEY the same everywhere?`,
    );
  }
  const { labels, least, waitMs } = request;
  const usable = workers.filter(({ state }) => state !== 'otherVersion');
  const labelled = usable.filter((worker) => hasLabels(worker, labels));
  const free = labelled.filter(({ state }) => state === 'free').length;
  const counts: readonly (readonly [number, string])[] = [
    [labelled.length - free, 'busy'],
    [workers.length - usable.length, 'of another version'],
    [usable.length - labelled.length, `without the label ${labels.join(', ')}`],
  ];
  const details = counts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []));
  const wait = waitMs === 0 ? '0s' : durationText(waitMs);
  return new ServiceError(
    'unavailable',
    `only ${free} of ${least} workers are free after ${wait}${details.length === 0 ? '' : ` (${details.join(', ')})`}`,
  );
}
