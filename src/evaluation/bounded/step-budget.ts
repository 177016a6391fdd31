/**
 * Engines count their work here while they evaluate on a thread that others need too. An evaluation that is not done
 * within its budget is given up and done again in a thread of its own; nearly all are done long before.
 * Engines are synchronous, so that one budget at a time is enough.
 */
import { elapsed } from '../../primitives/clock.js';

/** The work was given up because it would delay everything else on this thread. */
export class BudgetExceeded extends Error {
  constructor() {
    super('the evaluation takes too long for this thread');
  }
}

interface Budget {
  steps: number;
  /** The number of remaining steps at which the clock is read next. */
  nextLook: number;
  readonly end: number;
}

/** A step takes about a tenth of a microsecond up to a microsecond. */
const MAX_STEPS = 200_000;
const MAX_MS = 25;
/** Reading the clock takes as long as a few steps. */
const STEPS_PER_LOOK = 64;

let current: Budget | undefined;

/** Runs the work on a budget of its own; throws BudgetExceeded when that does not suffice. */
export function withinBudget<T>(work: () => T, maxSteps = MAX_STEPS, maxMs = MAX_MS): T {
  const outer = current;
  current = { steps: maxSteps, nextLook: maxSteps - STEPS_PER_LOOK, end: elapsed() + maxMs };
  try {
    return work();
  } finally {
    current = outer;
  }
}

/** Counts work that is about to be done; does nothing outside of a budget. */
export function spendSteps(steps: number): void {
  if (current === undefined) return;
  current.steps -= steps;
  if (current.steps >= current.nextLook) return;
  current.nextLook = current.steps - STEPS_PER_LOOK;
  if (current.steps < 0 || elapsed() > current.end) throw new BudgetExceeded();
}

/** Checks the time at once, for a step of unknown length. */
export function checkTime(): void {
  if (current !== undefined && elapsed() > current.end) throw new BudgetExceeded();
}

/** Whether the current evaluation has a budget. */
export function isOnBudget(): boolean {
  return current !== undefined;
}
