/** The planned start of iterations in stages: one closed form per stage, so that nothing drifts. */
import { planArrivalTimes, type ArrivalTimes } from './arrival-times.js';
import { totalDuration, type Stage } from './stages.js';
import type { StressOptions } from './stress-options.js';

/** The plan of a test in rate mode; `iterationRate` counts iterations per second and belongs to `rate`. */
export function planIterations(
  { rate, rampUp, stages }: Pick<StressOptions, 'rate' | 'rampUp' | 'stages'>,
  iterationRate: number,
): ArrivalTimes {
  if (!stages) return planArrivalTimes(iterationRate, rampUp);
  const requestsPerIteration = rate / iterationRate;
  return planStagedArrivals(
    stages.map(({ duration, target }) => ({
      duration,
      target: target === rate ? iterationRate : target / requestsPerIteration,
    })),
  );
}

/** A part of the plan; `plannedAt` holds for iterations up to `endCount`. */
interface Part {
  /** Milliseconds from the start of the load. */
  readonly start: number;
  readonly end: number;
  /** The planned number of iterations, a fraction included, until its end. */
  readonly endCount: number;
  readonly plannedAt: (k: number) => number;
  /** The planned number of iterations until a time within the part. */
  readonly countAt: (milliseconds: number) => number;
}

/** `targets` of the stages count iterations per second. Iterations after the last stage are planned at Infinity. */
export function planStagedArrivals(stages: readonly Stage[]): ArrivalTimes {
  const parts = planParts(stages);
  const total = totalDuration(stages);
  // Iterations are asked for in rising order, nearly always in the part of the one before.
  let current = 0;

  function plannedAt(k: number): number {
    while (current > 0 && k <= (parts[current - 1]?.endCount ?? -1)) current--;
    let part = parts[current];
    while (part && k > part.endCount) part = parts[++current];
    if (part) return Math.min(part.plannedAt(k), part.end);
    current = parts.length - 1;
    return Infinity;
  }

  function plannedBefore(milliseconds: number): number {
    if (milliseconds <= 0) return 0;
    const time = Math.min(milliseconds, total);
    const part = parts.find(({ end }) => time <= end);
    let count = Math.max(0, Math.ceil(part?.countAt(time) ?? 0));
    // A rounding error must not decide whether an iteration exists.
    while (count > 0 && plannedAt(count - 1) >= time) count--;
    while (plannedAt(count) < time) count++;
    return count;
  }

  return { plannedAt, plannedBefore };
}

function planParts(stages: readonly Stage[]): readonly Part[] {
  const parts: Part[] = [];
  const { part: first, length } = firstPart(stages);
  parts.push(first);
  let from = stages[0]?.target ?? 0;
  let { end: start, endCount } = first;
  for (const { duration, target } of stages.slice(length)) {
    if (duration > 0) {
      const part = linePart({ start, duration, from, to: target, startCount: endCount });
      parts.push(part);
      ({ end: start, endCount } = part);
    }
    from = target;
  }
  return parts;
}

/** The first ramp and what stays at its target, by the expressions of a test with a ramp-up. */
function firstPart(stages: readonly Stage[]): { readonly part: Part; readonly length: number } {
  const [{ duration: rampUp, target } = { duration: 0, target: 0 }] = stages;
  const next = stages.findIndex((stage, index) => index > 0 && stage.target !== target);
  const length = next === -1 ? stages.length : next;
  const end = totalDuration(stages.slice(0, length));
  const times = planArrivalTimes(target, rampUp);
  const countAt = (milliseconds: number): number => {
    if (milliseconds < rampUp) return (target * milliseconds * milliseconds) / (2000 * rampUp);
    return (target * (2 * milliseconds - rampUp)) / 2000;
  };
  // Without a rate only the first iteration has a time: the count has reached 0 at once.
  const plannedAt = target === 0 ? () => 0 : times.plannedAt;
  return { part: { start: 0, end, endCount: countAt(end), plannedAt, countAt }, length };
}

interface Line {
  readonly start: number;
  readonly duration: number;
  /** Iterations per second. */
  readonly from: number;
  readonly to: number;
  readonly startCount: number;
}

function linePart({ start, duration, from, to, startCount }: Line): Part {
  const end = start + duration;
  // Multiplied first: whole rates and milliseconds give whole counts.
  const endCount = startCount + ((from + to) * duration) / 2000;
  const countAt = (milliseconds: number): number => {
    const passed = milliseconds - start;
    return startCount + (passed * (2 * from + ((to - from) * passed) / duration)) / 2000;
  };
  const plannedAt = (k: number): number => {
    const rest = k - startCount;
    if (rest <= 0) return start;
    if (k === endCount) return end;
    if (from === to) return start + (rest * 1000) / from;
    // The form of the quadratic formula that subtracts no two large numbers.
    const squared = from * from + (2000 * (to - from) * rest) / duration;
    return start + (2000 * rest) / (from + Math.sqrt(Math.max(0, squared)));
  };
  return { start, end, endCount, plannedAt, countAt };
}
