/** Opens a run that only resolves what its requests say. */
import { seededRandom } from '../../primitives/seeded-random.js';
import type { RunPlan } from '../../runner/plan/plan.js';
import type { RunRequest } from '../../runner/plan/run-input.js';
import { openRun, type Run } from '../../runner/run.js';

export interface OpenedReplay {
  readonly run: Run;
  /** Starts random values anew. */
  readonly restartRandom: () => void;
}

/**
 * Random values repeat, so that one resolution differs from another only where captured values do; no program is asked
 * for a secret, and no snapshot is stored. The caller closes the run.
 */
export function openReplay(request: RunRequest, plan: RunPlan): OpenedReplay {
  const { secretCommands = [], ...options } = request.options;
  const names = secretCommands.map(({ name }) => [name, { value: UNKNOWN_SECRET }] as const);
  const settledSecrets = { ...options.settledSecrets, ...Object.fromEntries(names) };
  const opened = openRun(
    { ...request, options: { ...options, settledSecrets, ci: true, updateSnapshots: false } },
    plan,
  );
  const now = Date.now();
  let next = seededRandom(RANDOM_SEED);
  const random = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => next() * 256);
  const restartRandom = (): void => {
    next = seededRandom(RANDOM_SEED);
  };
  return { run: { ...opened, wallClock: () => now, random }, restartRandom };
}

const UNKNOWN_SECRET = 'unknown-secret';
const RANDOM_SEED = 1;
