import { describe, expect, it } from 'vitest';
import { loadOrder } from '../../test/support/runs/stress-run.js';
import type { Iteration } from './iteration.js';
import type { LiveChain } from './load-context.js';
import { LoadRecorder } from './measure/load-recorder.js';
import { parseStageList, totalDuration, type StagePlan } from './plan/stages.js';
import { readStressOptions } from './plan/stress-options.js';
import type { StrategyInput } from './strategy.js';
import { VirtualUsers } from './virtual-users.js';

interface Started {
  readonly at: number;
  readonly user: number;
  readonly round: number;
  readonly iteration: object;
}

function stagePlan(text: string): StagePlan {
  const plan = parseStageList(text);
  if ('reason' in plan) throw new Error(plan.reason);
  return plan;
}

/** Users whose iterations take a fixed time, on a clock of their own. */
function usersOf(text: string, { think = 0, takes = 10 } = {}) {
  const stages = stagePlan(text);
  const stress = readStressOptions({ stages, duration: totalDuration(stages.stages) });
  const recorder = new LoadRecorder(1, () => undefined);
  const chain = { think } as LiveChain;
  const started: Started[] = [];
  const ends: { readonly at: number; readonly iteration: Iteration }[] = [];
  const picks: [user: number, round: number][] = [];
  let now = 0;
  const newIteration = (): Iteration => {
    const iteration = {
      start: () => {
        const [user = -1, round = -1] = picks.at(-1) ?? [];
        started.push({ at: now, user, round, iteration });
        ends.push({ at: now + takes, iteration: iteration as unknown as Iteration });
      },
    };
    return iteration as unknown as Iteration;
  };
  const strategyInput: StrategyInput = {
    task: loadOrder({ stress, weights: [1], slots: stress.vus }),
    chains: [chain],
    pick: (user, round) => {
      picks.push([user, round]);
      return 0;
    },
    recorder,
    start: 0,
    newIteration,
  };
  const users = new VirtualUsers(strategyInput);
  const active: number[] = [];
  for (; now < stress.duration; now++) {
    users.wake(now);
    for (let next = ends.findIndex(({ at }) => at <= now); next !== -1;) {
      const [end] = ends.splice(next, 1);
      if (end) users.onEnded(end.iteration, chain, true, now);
      next = ends.findIndex(({ at }) => at <= now);
    }
    active.push(recorder.active);
  }
  users.close();
  for (const { iteration } of ends.splice(0)) users.onEnded(iteration, chain, true, now);
  return { started, active, recorder, users };
}

describe('VirtualUsers in stages', () => {
  it('follows the line, and nobody is left at the end', () => {
    const { active, recorder } = usersOf('1s:4vus, 1s:4vus, 1s:0vus, 500ms:0vus');
    expect([0, 260, 510, 760, 1500].map((time) => active[time])).toEqual([1, 2, 3, 4, 4]);
    // A user who leaves finishes the iteration of 10 ms that is under way.
    expect([2200, 2265, 2515, 2765, 3015].map((time) => active[time])).toEqual([4, 3, 2, 1, 0]);
    expect(recorder.active).toBe(0);
  });

  it('goes on counting rounds with a new iteration, which has no cookies', () => {
    const { started, users } = usersOf('0s:2vus, 100ms:2vus, 0s:1vus, 100ms:1vus, 0s:2vus, 100ms:2vus');
    const second = started.filter(({ user }) => user === 1);
    expect(second.map(({ round }) => round)).toEqual(second.map((_, index) => index));
    const [before, after] = [second.filter(({ at }) => at < 100), second.filter(({ at }) => at >= 200)];
    expect(before.length + after.length).toBe(second.length);
    expect(new Set(before.map(({ iteration }) => iteration)).size).toBe(1);
    expect(new Set(after.map(({ iteration }) => iteration)).size).toBe(1);
    expect(before[0]?.iteration).not.toBe(after[0]?.iteration);
    expect(new Set(started.filter(({ user }) => user === 0).map(({ iteration }) => iteration)).size).toBe(1);
    expect(users.iterations).toHaveLength(2);
  });

  it('lets a user who thinks leave in time', () => {
    const { active } = usersOf('0s:1vus, 50ms:1vus, 0s:0vus, 100ms:0vus', { think: 1000 });
    expect([active[49], active[51]]).toEqual([1, 0]);
  });

  it('brings back a user whose last iteration took longer than the absence', () => {
    // The iteration of 80 ms ends after the user should have been back; the next one starts with the next tick.
    const { started } = usersOf('0s:1vus, 50ms:1vus, 0s:0vus, 20ms:0vus, 0s:1vus, 200ms:1vus', {
      takes: 80,
    });
    expect(started.map(({ at }) => at)).toEqual([0, 81, 161, 241]);
    expect(started[0]?.iteration).not.toBe(started[1]?.iteration);
    expect(started[1]?.iteration).toBe(started[2]?.iteration);
  });
});
