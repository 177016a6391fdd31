import { systemClock } from '../primitives/clock.js';
import { LoadClock } from './load-clock.js';
import type { LoadTiming } from './load-timing.js';
import { warmUp } from './warm-up.js';

export const SYSTEM_TIMING: LoadTiming = {
  clock: systemClock,
  createAlarm: (onWake) => new LoadClock(onWake),
  warmUp: (chain) => warmUp(chain, systemClock),
};
