/** Load tests whose load is sent by workers in this process. */
import {
  DistributedLoad,
  type DistributedSettings,
} from '../../../src/stress/distributed/distributed-load.js';
import { TurnedTime } from './load-time.js';
import { MemoryCrew, MemoryWorker, type TestWorker } from './worker-crew.js';

export interface Distributed {
  readonly generator: DistributedLoad;
  /** That of all workers and of the test. */
  readonly time: TurnedTime;
  readonly members: readonly MemoryWorker[];
  /** Of the newest run. */
  readonly crew: () => MemoryCrew;
}

/** On the clock of the test, which stands until the load begins. */
const TIMES = { leadMs: 50, tickMs: 50, readyMs: 60_000 };
/** When a load begins that is not late: after the lead and three round trips. */
export const LOAD_START_MS = 56;

/** Each claim takes the workers that are connected; the spare ones, by name, only replace others. */
export function distributed(
  workers: readonly TestWorker[],
  settings: Partial<DistributedSettings> = {},
  spare: readonly string[] = [],
): Distributed {
  const time = new TurnedTime();
  const members = workers.map((worker) => new MemoryWorker(worker, time));
  let crew: MemoryCrew | undefined;
  const generator = new DistributedLoad({
    claim: async (listener, _signal, { previous } = {}) => {
      await previous?.end();
      crew = new MemoryCrew(
        members.filter(({ isConnected, info }) => isConnected && !spare.includes(info.name)),
        listener,
        time,
      );
      return crew;
    },
    replace: (lost) => {
      const isTaken = (name: string): boolean =>
        crew?.members.some(({ info }) => info.name === name) ?? false;
      const next = members.find(({ info }) => spare.includes(info.name) && !isTaken(info.name));
      if (next) crew?.replace(lost, next);
      return Promise.resolve(next?.info);
    },
    onLoss: 'continue',
    times: TIMES,
    clock: time.clock,
    ...settings,
  });
  return {
    generator,
    time,
    members,
    crew: () => {
      if (!crew) throw new Error('nothing was claimed');
      return crew;
    },
  };
}

export const named = (count: number): TestWorker[] =>
  Array.from({ length: count }, (_, index) => ({ name: `w${index}` }));
