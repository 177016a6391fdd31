/** The teardown of a load test, which also runs after a stop and after a failed setup. */
import type { Node } from '../runner/plan/graph.js';
import type { Run } from '../runner/run.js';
import { FramingRun } from './framing-run.js';
import type { SetupState } from './plan/setup-state.js';

export interface Teardown {
  readonly nodes: readonly Node[];
  readonly setupState: SetupState;
  /** Requests of the setup that passed and need not run again. */
  readonly passed: ReadonlySet<Node>;
  readonly openRun: (signal: AbortSignal) => Run;
  readonly abort: AbortSignal | undefined;
}

const TIMEOUT_MS = 30_000;

/** Failures are warnings, which are returned. */
export async function tearDown(teardown: Teardown): Promise<readonly string[]> {
  const { nodes, setupState, passed, openRun, abort } = teardown;
  const warnings: string[] = [];
  if (nodes.length === 0) return warnings;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), TIMEOUT_MS);
  const run = openRun(abort ? AbortSignal.any([limit.signal, abort]) : limit.signal);
  try {
    await new FramingRun(run, setupState, passed).perform(nodes, ({ name, reason }) => {
      const why = limit.signal.aborted ? 'teardown took more than 30 s' : reason;
      warnings.push(`teardown request ${name} failed: ${why}`);
      return true;
    });
  } finally {
    clearTimeout(timer);
    run.close();
  }
  return warnings;
}
