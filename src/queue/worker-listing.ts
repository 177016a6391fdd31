import { roundThousandths } from '../primitives/time/round-thousandths.js';
import { isId } from './sealing/numbered-message.js';
import { sealedLimit } from './sealing/queue-keys.js';
import { aliveKey, claimKey, KEPT_RUNS, keptKey, workerKey, WORKERS } from './names.js';
import type { Queue } from './open-queue.js';
import { DEAD_QUEUE_MS, MAX_REGISTRATION_BYTES } from './settings/limits.js';
import { openRegistration, type WorkerInfo } from './worker-info.js';

export interface ListedWorker extends Omit<WorkerInfo, 'state'> {
  readonly id: string;
  readonly state: 'free' | 'busy' | 'leaving' | 'otherVersion';
}

/** A run whose coordinator is gone; its result can still be put together. */
export interface CollectableRun {
  readonly run: string;
  readonly endedAt: string;
  readonly expiresAt: string;
}

export interface WorkerListing {
  /** By name. */
  readonly workers: readonly ListedWorker[];
  /** Nothing but their number is readable. */
  readonly otherKeyCount: number;
}

/** Workers of this process's own version are `free`, `busy` or `leaving`, all others `otherVersion`. */
export async function listWorkers(queue: Queue, version: string): Promise<WorkerListing> {
  const { transport } = queue;
  const marks = await transport.marked(WORKERS);
  const ids = marks.map(({ member }) => member).filter(isId);
  const [registrations, claims] = await Promise.all([
    transport.read(ids.map(workerKey), sealedLimit(MAX_REGISTRATION_BYTES)),
    transport.read(ids.map(claimKey), CLAIM_BYTES),
  ]);
  const workers: ListedWorker[] = [];
  let otherKeyCount = 0;
  for (const [index, id] of ids.entries()) {
    const registration = registrations[index];
    const info = registration && openRegistration(queue, id, registration);
    if (info === 'other key') otherKeyCount += 1;
    else if (info !== undefined) workers.push(listed(id, info, claims[index]?.toString('latin1'), version));
  }
  return { workers: workers.sort((a, b) => compareNames(a.name, b.name)), otherKeyCount };
}

/** Those of the workers that are there. */
export async function registered(
  { transport }: Queue,
  workers: readonly ListedWorker[],
): Promise<readonly ListedWorker[]> {
  const keys = workers.map(({ id }) => workerKey(id));
  const found = await transport.read(keys, 1);
  return workers.filter((_, index) => found[index] !== undefined);
}

/** Those that nobody coordinates any more, oldest first. */
export async function listCollectable({ transport }: Queue): Promise<readonly CollectableRun[]> {
  const marks = (await transport.marked(KEPT_RUNS)).filter(({ member }) => isId(member));
  const now = await transport.time();
  const found = await Promise.all(
    marks.map(async ({ member: run, at }) => {
      const [isAlive, leftMs] = await Promise.all([
        transport.read([aliveKey(run)], 1),
        transport.expiryOf(keptKey(run, 'coordinator')),
      ]);
      if (leftMs === undefined && now - at > DEAD_QUEUE_MS) await transport.unmark(KEPT_RUNS, [run]);
      if (isAlive[0] !== undefined || leftMs === undefined) return [];
      return [{ run, endedAt: isoTime(at), expiresAt: isoTime(now + leftMs) }];
    }),
  );
  return found.flat();
}

const CLAIM_BYTES = 12;

function listed(id: string, info: WorkerInfo, claim: string | undefined, version: string): ListedWorker {
  const isClaimed = info.state === 'free' && claim !== undefined && isId(claim);
  const state = info.version === version ? (isClaimed ? 'busy' : info.state) : 'otherVersion';
  return {
    id,
    name: info.name,
    state,
    threads: info.threads,
    cores: info.cores,
    version: info.version,
    nodeVersion: info.nodeVersion,
    labels: info.labels,
    roundTripMs: roundThousandths(info.roundTripMs),
    clockErrorMs: roundThousandths(info.clockErrorMs),
    run: isClaimed ? claim : info.run,
    since: info.since,
  };
}

/** Names with numbers in the order of the numbers, and the same on every machine. */
function compareNames(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true }) || (a < b ? -1 : 1);
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
