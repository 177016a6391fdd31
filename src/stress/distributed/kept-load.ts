/** What a coordinator leaves of its test for whoever collects it: what is needed to judge it and to clean up. */
import { fromGraphData, graphData, type GraphData } from '../../primitives/json/graph-data.js';
import type { Node } from '../../runner/plan/graph.js';
import type { RunOptions } from '../../runner/plan/options.js';
import type { PortableFiles } from '../../runner/portable/portable-file-access.js';
import type { CommonLoadTask } from '../load-threads.js';
import type { AfterLoad } from '../load-generator.js';
import type { SetupState } from '../plan/setup-state.js';
import type { StressOptions } from '../plan/stress-options.js';
import type { CrewWorker } from './load-messages.js';
import { makeNodesPortable } from './portable-task.js';

export interface KeptLoad {
  readonly stress: StressOptions;
  readonly iterationRate: number;
  /** The names of the definitions. */
  readonly names: readonly string[];
  /** Those of the plan. */
  readonly warnings: readonly string[];
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly teardown: KeptTeardown;
}

export interface KeptTeardown {
  readonly nodes: readonly Node[];
  readonly setupState: SetupState;
  readonly options: RunOptions;
  readonly process: Readonly<Record<string, string | undefined>>;
  readonly files: PortableFiles;
}

/** Plain JSON values and bytes, and the workers of the run. */
export interface KeptRun<About = unknown> {
  readonly load: GraphData;
  readonly workers: readonly CrewWorker[];
  /** Whether the load had come to its end before the coordinator left. */
  readonly hasEnded: boolean;
  /** What whoever started the test wants to say of it. */
  readonly about: About;
}

export async function writeKeptLoad(
  task: CommonLoadTask,
  { teardown, setupState, passed, warnings, startedAt }: AfterLoad,
): Promise<GraphData> {
  // Their order is that of the plan, in which dependencies come first.
  const open = teardown.filter((node) => !passed.has(node));
  const { portable, state } = await makeNodesPortable({ ...task, setupState }, open);
  return graphData({
    stress: task.stress,
    iterationRate: task.iterationRate,
    names: task.definitions.map(({ name }) => name),
    warnings,
    startedAt,
    teardown: {
      nodes: open.flatMap((node) => portable.nodes.get(node) ?? []),
      setupState: state,
      options: portable.options,
      process: portable.process,
      files: portable.files,
    },
  } satisfies KeptLoad);
}

export function readKeptLoad(data: GraphData): KeptLoad {
  return fromGraphData(data) as KeptLoad;
}
