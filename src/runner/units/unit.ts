/**
 * The units of a run: groups of requests of one file that `@depends` connects, as `--shard` cuts them. A file with `run`
 * lines is one unit.
 */
import { FILTERED_OUT } from '../../request-file/model/request-filter.js';
import { callOf, hasCalls, type Node } from '../plan/graph.js';
import type { FilePlan, RunPlan, Step } from '../plan/plan.js';
import { connectRequests } from '../plan/shard.js';

export interface Unit {
  /** In the order of files and lines, from 0. */
  readonly number: number;
  /** The index of the file in the plan. */
  readonly file: number;
  /** In the order in which they run. */
  readonly steps: readonly Step[];
  /** The requests of other files that its requests depend on; they run before it, once for all units. */
  readonly externals: readonly Node[];
}

/** Files that cannot run and requests that were filtered out belong to no unit. */
export function cutUnits({ files }: RunPlan): readonly Unit[] {
  return files
    .flatMap((plan, file) =>
      groupSteps(plan).map((steps) => ({ file, steps, externals: externalsOf(steps) })),
    )
    .map((unit, number) => ({ number, ...unit }));
}

/** Returns the groups in the order of their first line. */
function groupSteps({ steps }: FilePlan): readonly (readonly Step[])[] {
  if (hasCalls(steps)) return [steps.filter(belongsToFile)];
  const own = steps.filter(belongsToFile);
  const owner = own[0]?.node.owner;
  if (!owner) return [];
  const groups = new Map<number, Step[]>();
  const connected = connectRequests(
    owner,
    own.map(({ node }) => node.place),
  );
  const lists = connected.map((places) => {
    const group: Step[] = [];
    for (const place of places) groups.set(place, group);
    return group;
  });
  for (const step of own) groups.get(step.node.place)?.push(step);
  return lists;
}

/** Requests of other files that others depend on run once for all units. */
function belongsToFile({ node, skipReason }: Step): boolean {
  return skipReason !== FILTERED_OUT && (!node.owner.isExternal || callOf(node) !== undefined);
}

/** A request that is skipped needs nothing. */
function externalsOf(steps: readonly Step[]): readonly Node[] {
  const nodes = new Set<Node>();
  for (const { dependencies, skipReason } of steps) {
    if (skipReason !== '') continue;
    for (const { node } of dependencies) {
      if (node?.owner.isExternal && callOf(node) === undefined) nodes.add(node);
    }
  }
  return [...nodes];
}
