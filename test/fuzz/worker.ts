/** A thread that tries cases. The thread beside it ends it where a case does not end by itself. */
import { parentPort, workerData } from 'node:worker_threads';
import { allTargets } from './all-targets.js';
import { minimized } from './minimize.js';
import { caseInput, faultOf, MAX_CASE_MS } from './run-case.js';
import type { Target } from './target.js';

/** One target for some time. */
export interface FuzzTask {
  readonly target: string;
  readonly seed: number;
  readonly firstCase: number;
  readonly milliseconds: number;
}

export type WorkerReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'fault'; readonly case: number; readonly fault: string; readonly input: string }
  | { readonly kind: 'done'; readonly nextCase: number };

const MINIMIZE_MS = 15_000;
/** More of one target say little more. */
const MAX_FAULTS = 3;

/** The case that is tried and the tries to make one short: what the thread beside it looks at. */
const progress = workerData as Int32Array;

parentPort?.on('message', (task: FuzzTask) => {
  const target = allTargets.find(({ name }) => name === task.target);
  if (target) void tryCases(target, task);
});
report({ kind: 'ready' });

async function tryCases(tried: Target, { seed, firstCase, milliseconds }: FuzzTask): Promise<void> {
  const end = performance.now() + milliseconds;
  const found = new Set<string>();
  let number = firstCase;
  for (; performance.now() < end; number += 1) {
    Atomics.store(progress, 0, number);
    const input = caseInput(tried, seed, number);
    const fault = await faultOf(tried, input, MAX_CASE_MS);
    if (fault === undefined || found.has(kindOf(fault))) continue;
    found.add(kindOf(fault));
    // A shorter input counts where it breaks the same rule.
    const isBroken = async (shorter: string): Promise<boolean> => {
      Atomics.add(progress, 1, 1);
      const found = await faultOf(tried, shorter, MAX_CASE_MS);
      return found !== undefined && kindOf(found) === kindOf(fault);
    };
    report({ kind: 'fault', case: number, fault, input: await minimized(input, isBroken, MINIMIZE_MS) });
    if (found.size >= MAX_FAULTS) break;
  }
  report({ kind: 'done', nextCase: number });
}

/** Without what differs from input to input. */
function kindOf(fault: string): string {
  return fault.split(':', 1)[0]?.slice(0, 60) ?? '';
}

function report(message: WorkerReport): void {
  parentPort?.postMessage(message, []);
}
