/** What is left of a run when its coordinator is gone; read by whoever collects it. */
import { ServiceError } from '../errors.js';
import { isId } from './sealing/numbered-message.js';
import { sealedLimit } from './sealing/queue-keys.js';
import { aliveKey, KEPT_RUNS, keptKey } from './names.js';
import type { Queue } from './open-queue.js';
import { keptPlace } from './run-messages.js';
import { KEPT_EXPIRY_MS, MAX_ORDER_BYTES } from './settings/limits.js';

const COORDINATOR = 'coordinator';
const COLLECT_MS = 60_000;

/** `who`: the id of a worker, or the coordinator, whose part makes the run collectable. */
export async function keepResult(
  { transport, keys }: Queue,
  run: string,
  value: unknown,
  who: string = COORDINATOR,
): Promise<void> {
  const sealed = keys.seal(keptPlace(run, who), value, MAX_ORDER_BYTES);
  await transport.write(keptKey(run, who), sealed, KEPT_EXPIRY_MS);
  if (who === COORDINATOR) await transport.mark(KEPT_RUNS, run);
}

export interface KeptResults {
  readonly coordinator: unknown;
  /** By worker; one that is not there has kept nothing. */
  readonly workers: ReadonlyMap<string, unknown>;
}

/** Fails with a message for users if there is nothing, or the run still has its coordinator. */
export async function readKept(
  queue: Queue,
  run: string,
  workersOf: (coordinator: unknown) => readonly string[],
): Promise<KeptResults> {
  const none = new ServiceError(
    'not-found',
    `no run ${run} is kept in the queue; results are kept for 1 hour`,
  );
  if (!isId(run)) throw none;
  const [alive] = await queue.transport.read([aliveKey(run)], 1);
  if (alive !== undefined) throw new ServiceError('conflict', `run ${run} is still running`);
  const [coordinator] = await readAll(queue, run, [COORDINATOR]);
  if (coordinator === undefined) throw none;
  const ids = workersOf(coordinator.value);
  const found = await readAll(queue, run, ids);
  const workers = new Map(ids.flatMap((id, index) => (found[index] ? [[id, found[index].value]] : [])));
  return { coordinator: coordinator.value, workers };
}

/** Only one process collects a run: for the next minute it counts as running. */
export function lockKept({ transport }: Queue, run: string, owner: string): Promise<boolean> {
  return transport.hold(aliveKey(run), owner, COLLECT_MS);
}

/** After this the run is unknown. */
export async function removeKept(
  { transport }: Queue,
  run: string,
  workers: readonly string[],
): Promise<void> {
  await transport.remove([aliveKey(run), ...[COORDINATOR, ...workers].map((who) => keptKey(run, who))]);
  await transport.unmark(KEPT_RUNS, [run]);
}

async function readAll(
  { transport, keys }: Queue,
  run: string,
  parts: readonly string[],
): Promise<({ readonly value: unknown } | undefined)[]> {
  const names = parts.map((who) => keptKey(run, who));
  const found = await transport.read(names, sealedLimit(MAX_ORDER_BYTES));
  return found.map((sealed, index) => {
    if (sealed === undefined) return undefined;
    const opened = keys.open(keptPlace(run, parts[index] ?? ''), sealed, MAX_ORDER_BYTES);
    return 'value' in opened ? opened : undefined;
  });
}
