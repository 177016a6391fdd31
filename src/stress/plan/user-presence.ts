/** When a virtual user takes part in a test. */
import type { Stage } from './stages.js';

/** Milliseconds from the start of the load; `until` is Infinity for a user who stays to the end. */
export interface Presence {
  readonly from: number;
  readonly until: number;
}

export interface UserLoad {
  readonly vus: number;
  readonly rampUp: number;
  readonly stages?: readonly Stage[] | undefined;
}

/** In order, and with gaps between them. */
export function planPresence(user: number, { vus, rampUp, stages }: UserLoad): readonly Presence[] {
  if (!stages) return [{ from: (user * rampUp) / vus, until: Infinity }];
  const presences: Presence[] = [];
  let start = 0;
  let before = 0;
  let from: number | undefined;
  for (const { duration, target } of stages) {
    if (target > user && from === undefined) {
      from = start + ((user - before) * duration) / (target - before);
      const last = presences.at(-1);
      // Nobody leaves who is back at the same moment.
      if (last?.until === from) from = presences.pop()?.from;
    } else if (target <= user && from !== undefined) {
      presences.push({ from, until: start + ((before - user) * duration) / (before - target) });
      from = undefined;
    }
    start += duration;
    before = target;
  }
  if (from !== undefined) presences.push({ from, until: Infinity });
  return presences;
}

/** The number of users at a time: the whole line, before it is cut to whole users. */
export function userLine(milliseconds: number, stages: readonly Stage[]): number {
  let start = 0;
  let before = 0;
  for (const { duration, target } of stages) {
    if (milliseconds < start + duration) {
      return before + ((target - before) * (milliseconds - start)) / duration;
    }
    start += duration;
    before = target;
  }
  return before;
}
