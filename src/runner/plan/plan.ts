/** Plans a run before anything is sent. */
import { FILTERED_OUT } from '../../request-file/model/request-filter.js';
import { isDisabled } from '../../request-file/model/client-directives.js';
import { mayCall } from '../../request-file/model/client-directives.js';
import { cycleLine, findBlocked, type Blocked } from './blocked.js';
import { buildGraph, ImportedFiles } from './build-graph.js';
import { brokenDependency, type DependencyProblem } from './dependency-problem.js';
import { edgesBetween, nodesOf, type Dependency, type Node, type Owner } from './graph.js';
import { errorLines, problemLine } from './problem-detail.js';
import type { FileAccess, RunRequest, RunnableFile } from './run-input.js';
import type { FileCalls, ForcedCall } from './run-calls.js';
import { scheduleOrder } from './schedule.js';
import { selectRequests, selectsEverything } from './selection.js';
import { cutShard, type FileDraft, type Roles } from './shard.js';

export interface RunPlan {
  readonly files: readonly FilePlan[];
  /** The number of selected requests in all shards, without dependencies. */
  readonly selected: number;
  /** What requests that would run depend on, but cannot run: a run in which something was left out is not a success. */
  readonly unresolved: readonly UnresolvedDependency[];
}

export interface UnresolvedDependency {
  /** The request that depends on it. */
  readonly node: Node;
  readonly written: string;
  readonly problem: DependencyProblem;
}

export interface FilePlan {
  readonly runnable: RunnableFile;
  /** Why it cannot run, as `file:line:column: message`; then it has no steps. */
  readonly broken: readonly string[];
  /** In the order of a sequential run; requests of external files come before the first request that needs them. */
  readonly steps: readonly Step[];
}

export interface Step {
  readonly node: Node;
  readonly dependencies: readonly Dependency[];
  /** The positions in the schedule and in the report of its file, from 0. */
  readonly index: number;
  readonly position: number;
  readonly pulledIn: boolean;
  /** The reason that is known before anything runs; otherwise empty. */
  readonly skipReason: string;
}

export interface PlanInput extends Pick<RunRequest, 'files' | 'options'> {
  readonly fileAccess: Pick<FileAccess, 'loadFile'>;
}

/** Throws a ServiceError when the one request that was named does not exist or is not the only one. */
export async function planRun({ files, options, fileAccess }: PlanInput): Promise<RunPlan> {
  const { selection } = options;
  const errors = files.map(errorLines);
  const imported = new ImportedFiles(fileAccess.loadFile);
  const graph = await buildGraph(
    files.filter((_runnable, index) => errors[index]?.length === 0),
    fileAccess.loadFile,
    imported,
  );
  const calls = new Map<Owner, FileCalls>();
  for (const owner of graph.owners) {
    if (!mayCall(owner.runnable.file)) continue;
    const { findCalls } = await import('./run-calls.js');
    calls.set(owner, await findCalls(owner, imported));
  }
  const { blocked, cycles } = findBlocked(graph);
  const owners = new Map(graph.owners.map((owner) => [owner.runnable, owner]));
  const { shard, ...filters } = selection;
  const isWhole = selectsEverything(filters);
  let selected = 0;
  const drafts = files.map((runnable, index): FileDraft => {
    const owner = owners.get(runnable);
    const called = owner && calls.get(owner);
    const own = errors[index] ?? [];
    const broken =
      (owner && cycles.get(owner)?.map(cycleLine)) ?? (own.length > 0 ? own : callProblems(called));
    const places = broken.length === 0 ? selectRequests(runnable, selection) : [];
    selected += places.length;
    // `run` lines stand between requests, so a part of a file leaves them out.
    const runsLines = isWhole && broken.length === 0 && called !== undefined && called.lines.length > 0;
    if (runsLines) selected += called.lines.length;
    const roles: Roles = owner ? withDependencies(owner, places) : new Map();
    return { runnable, broken, owner, roles, runsLines };
  });
  if (shard) cutShard(drafts, shard);
  const reportsOthers = !selection.hidesOthers && !shard;
  const calledOwners = [...calls.values()].flatMap(({ owners: called }) => called);
  const order = new ExternalOrder([...imported.owners(), ...calledOwners], blocked);
  const plans = drafts
    .filter(({ broken, roles, runsLines }) => !shard || broken.length > 0 || roles.size > 0 || runsLines)
    .map((draft) => planFile(draft, reportsOthers, order, draft.owner && calls.get(draft.owner)));
  return { files: plans, selected, unresolved: plans.flatMap(findUnresolved) };
}

/** Several lines of a file may lead to the same one. */
function callProblems(calls: FileCalls | undefined): readonly string[] {
  return [...new Set((calls?.problems ?? []).map(({ detail }) => problemLine(detail)))];
}

/** A request that is skipped anyway needs nothing. */
function findUnresolved({ steps }: FilePlan): UnresolvedDependency[] {
  const found: UnresolvedDependency[] = [];
  for (const { node, dependencies, skipReason } of steps) {
    if (dependencies.length === 0 || skipReason !== '') continue;
    for (const { written, problem } of dependencies) if (problem) found.push({ node, written, problem });
  }
  return found;
}

function withDependencies(owner: Owner, places: readonly number[]): Roles {
  const roles: Roles = new Map(places.map((place) => [place, 'selected']));
  for (const place of roles.keys()) {
    for (const { node } of owner.nodes[place]?.dependencies ?? []) {
      // The loop also visits entries that are added to the Map while it runs.
      if (node?.owner === owner && !roles.has(node.place)) roles.set(node.place, 'pulledIn');
    }
  }
  return roles;
}

function planFile(
  draft: FileDraft,
  reportsOthers: boolean,
  externalOrder: ExternalOrder,
  calls: FileCalls | undefined,
): FilePlan {
  const { runnable, broken, owner, roles, runsLines } = draft;
  if (!owner || broken.length > 0) return { runnable, broken, steps: [] };
  const edges = owner.nodes.map((node) =>
    (node?.dependencies ?? []).flatMap((each) => (each.node?.owner === owner ? [each.node.place] : [])),
  );
  const scheduled: Scheduled[] = [];
  const called = new Set<Node>();
  const addBefore = (place: number, nodes: readonly Node[]): void => {
    for (const needed of nodes.flatMap((node) => [...externalOrder.takeFor(node), node])) {
      if (called.has(needed)) continue;
      called.add(needed);
      scheduled.push({ node: needed, sortKey: place - 0.5, skipReason: skipReasonOf(needed) });
    }
  };
  const addLines = (place: number): void => {
    for (const line of (runsLines && calls?.lines) || [])
      if (line.place === place) addBefore(place, line.nodes);
  };
  for (const place of scheduleOrder(edges)) {
    addLines(place);
    const node = owner.nodes[place];
    if (!node || (!roles.has(place) && !reportsOthers)) continue;
    const skipReason = roles.has(place) ? skipReasonOf(node) : FILTERED_OUT;
    if (skipReason === '') {
      for (const external of externalOrder.takeFor(node)) {
        scheduled.push({ node: external, sortKey: place - 0.5, skipReason: skipReasonOf(external) });
      }
      for (const { nodes } of calls?.forced.get(place) ?? []) addBefore(place, nodes);
    }
    scheduled.push({ node, sortKey: place, skipReason });
  }
  addLines(owner.nodes.length);
  const positions = positionsOf(scheduled.map(({ sortKey }) => sortKey));
  const steps = scheduled.map(({ node, skipReason }, index): Step => {
    const pulledIn = node.owner.isExternal || roles.get(node.place) === 'pulledIn';
    const forced = node.owner === owner && !node.call ? calls?.forced.get(node.place) : undefined;
    const dependencies = [...externalOrder.usable(node.dependencies), ...forcedDependencies(forced)];
    return { node, dependencies, index, position: positions[index] ?? index, pulledIn, skipReason };
  });
  return { runnable, broken, steps };
}

interface Scheduled {
  readonly node: Node;
  readonly sortKey: number;
  readonly skipReason: string;
}

/** A request with `@forceRef` is skipped when what it names has failed. */
function forcedDependencies(forced: readonly ForcedCall[] = []): Dependency[] {
  return forced.flatMap(({ written, nodes }) => {
    const node = nodes.at(-1);
    return node ? [{ written, node, problem: undefined }] : [];
  });
}

/** `@skip` also applies to requests that are named explicitly or pulled in. */
function skipReasonOf({ request }: Node): string {
  const { skip } = request.metadata;
  if (skip !== undefined) return skip === '' ? 'skipped' : skip;
  return isDisabled(request) ? 'disabled' : '';
}

/** Reports are ordered by line, with external requests before the first one that needs them; empty for schedule order. */
function positionsOf(sortKeys: readonly number[]): number[] {
  if (sortKeys.every((key, index) => index === 0 || (sortKeys[index - 1] ?? 0) <= key)) return [];
  const indices = Array.from(sortKeys.keys());
  indices.sort((a, b) => (sortKeys[a] ?? 0) - (sortKeys[b] ?? 0) || a - b);
  const positions = Array.from<number>({ length: sortKeys.length });
  indices.forEach((index, position) => {
    positions[index] = position;
  });
  return positions;
}

/** Returns each external request once per run, in an order in which they can run. */
class ExternalOrder {
  readonly #rank = new Map<Node, number>();
  readonly #taken = new Set<Node>();
  readonly #blocked: Blocked['blocked'];

  constructor(owners: readonly Owner[], blocked: Blocked['blocked']) {
    this.#blocked = blocked;
    const nodes = nodesOf(owners);
    scheduleOrder(edgesBetween(nodes)).forEach((number, rank) => {
      const node = nodes[number];
      if (node) this.#rank.set(node, rank);
    });
  }

  takeFor(user: Node): readonly Node[] {
    if (this.#rank.size === 0) return [];
    const needed: Node[] = [];
    const open: Node[] = [user];
    for (const node of open) {
      for (const { node: dependency } of node.dependencies) {
        if (!dependency?.owner.isExternal || this.#taken.has(dependency) || this.#blocked.has(dependency))
          continue;
        this.#taken.add(dependency);
        needed.push(dependency);
        open.push(dependency);
      }
    }
    return needed.sort((a, b) => (this.#rank.get(a) ?? 0) - (this.#rank.get(b) ?? 0));
  }

  /** Removes the nodes that can never run. */
  usable(dependencies: readonly Dependency[]): readonly Dependency[] {
    if (this.#blocked.size === 0) return dependencies;
    return dependencies.map((each) => {
      const finding = each.node && this.#blocked.get(each.node);
      if (!each.node || finding === undefined) return each;
      const { written } = each;
      const { shown } = each.node.owner.runnable;
      return { written, node: undefined, problem: brokenDependency(written, shown, [finding]) };
    });
  }
}
