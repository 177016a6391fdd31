/** The teardown of a load test, which also runs after a stop and after a failed setup. */
import type { Clock } from '../primitives/clock.js';
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
  readonly clock: Clock;
}

const TIMEOUT_MS = 30_000;

export interface TeardownEnd {
  /** One for each failure. */
  readonly warnings: readonly string[];
  /** What was aborted, in an order in which it can be run later. */
  readonly unfinished: readonly Node[];
}

export async function tearDown(teardown: Teardown): Promise<TeardownEnd> {
  const { nodes, setupState, passed, openRun, abort, clock } = teardown;
  const warnings: string[] = [];
  const aborted: Node[] = [];
  if (nodes.length === 0) return { warnings, unfinished: [] };
  const limit = new AbortController();
  const timer = clock.at(clock.now() + TIMEOUT_MS, () => limit.abort());
  const run = openRun(abort ? AbortSignal.any([limit.signal, abort]) : limit.signal);
  try {
    await new FramingRun(run, setupState, passed).perform(nodes, ({ node, name, reason }) => {
      if (abort?.aborted) aborted.push(node);
      const why = limit.signal.aborted ? 'teardown took more than 30 s' : reason;
      warnings.push(`teardown request ${name} failed: ${why}`);
      return true;
    });
  } finally {
    timer.cancel();
    run.close();
  }
  return { warnings, unfinished: withDependencies(aborted, nodes) };
}

/** A request may need what another one of the teardown has captured. */
function withDependencies(aborted: readonly Node[], nodes: readonly Node[]): readonly Node[] {
  const needed = new Set(aborted);
  // A set that grows while it is walked also yields what was added.
  for (const node of needed) {
    for (const dependency of node.dependencies) if (dependency.node) needed.add(dependency.node);
  }
  return nodes.filter((node) => needed.has(node));
}
