/** Load tests whose load is sent by workers in this process. */
import {
  DistributedLoad,
  type DistributedSettings,
} from '../../../src/stress/distributed/distributed-load.js';
import { MemoryCrew, MemoryWorker, type TestWorker } from './worker-crew.js';

export interface Distributed {
  readonly generator: DistributedLoad;
  readonly members: readonly MemoryWorker[];
  /** Of the newest run. */
  readonly crew: () => MemoryCrew;
}

const TIMES = { leadMs: 50, tickMs: 50, readyMs: 60_000 };

/** Each claim takes the workers that are connected; the spare ones, by name, only replace others. */
export function distributed(
  workers: readonly TestWorker[],
  settings: Partial<DistributedSettings> = {},
  spare: readonly string[] = [],
): Distributed {
  const members = workers.map((worker) => new MemoryWorker(worker));
  let crew: MemoryCrew | undefined;
  const generator = new DistributedLoad({
    claim: async (listener, _signal, { previous } = {}) => {
      await previous?.end();
      crew = new MemoryCrew(
        members.filter(({ isConnected, info }) => isConnected && !spare.includes(info.name)),
        listener,
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
    ...settings,
  });
  return {
    generator,
    members,
    crew: () => {
      if (!crew) throw new Error('nothing was claimed');
      return crew;
    },
  };
}

export const named = (count: number): TestWorker[] =>
  Array.from({ length: count }, (_, index) => ({ name: `w${index}` }));
