/** What a run is going to do, before anything is sent (language 9.1, 9.2; cli.md 6.2, 6.3). */
import { UNSUPPORTED_METHODS } from '../../request-file/text/methods.js';
import { findBlocked } from './blocked.js';
import type { FileDraft, Roles } from './file-draft.js';
import { buildGraph } from './build-graph.js';
import type { Dependency, Node, Owner } from './graph.js';
import type { FileAccess, RunRequest, RunnableFile } from './run-input.js';
import { scheduleOrder } from './schedule.js';
import { selectRequests } from './selection.js';
import { cutShard } from './shard.js';

export interface RunPlan {
  readonly files: readonly FilePlan[];
  /** Requests that were asked for, dependencies not counted, in all shards. */
  readonly selected: number;
}

export interface FilePlan {
  readonly runnable: RunnableFile;
  /** Why it cannot run, as `file:line:column: message`; then it has no steps. */
  readonly broken: readonly string[];
  /** In the order of a sequential run; requests of other files stand before their first user. */
  readonly steps: readonly Step[];
}

export interface Step {
  readonly node: Node;
  readonly dependencies: readonly Dependency[];
  /** Place in its file's schedule and in its file's report, from 0. */
  readonly index: number;
  readonly position: number;
  readonly pulledIn: boolean;
  /** Known before anything runs; else empty. */
  readonly skipReason: string;
}

export interface PlanInput extends Pick<RunRequest, 'files' | 'options'> {
  readonly fileAccess: Pick<FileAccess, 'loadFile'>;
}

/** Throws a ServiceError when the one request that was named does not exist or is not the only one. */
export async function planRun({ files, options, fileAccess }: PlanInput): Promise<RunPlan> {
  const { selection } = options;
  const errors = files.map(errorLines);
  const graph = await buildGraph(
    files.filter((_runnable, index) => errors[index]?.length === 0),
    fileAccess.loadFile,
  );
  const { blocked, cycles } = findBlocked(graph);
  const owners = new Map(graph.owners.map((owner) => [owner.runnable, owner]));
  const drafts = files.map((runnable, index): FileDraft => {
    const owner = owners.get(runnable);
    const broken = (owner && cycles.get(owner)) ?? errors[index] ?? [];
    const places = broken.length === 0 ? selectRequests(runnable, selection) : [];
    return { runnable, broken, owner, roles: owner ? withDependencies(owner, places) : new Map() };
  });
  const selected = drafts.reduce((sum, { roles }) => sum + count(roles, 'selected'), 0);
  if (selection.shard) cutShard(drafts, selection.shard);
  const reportsOthers = selection.exactName === undefined && !selection.shard;
  const order = new GuestOrder(graph.guests, blocked);
  const plans = drafts
    .filter((draft) => !selection.shard || draft.broken.length > 0 || draft.roles.size > 0)
    .map((draft) => planFile(draft, reportsOthers, order));
  return { files: plans, selected };
}

function errorLines({ file, shown }: RunnableFile): string[] {
  return file.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ line, column, message }) => `${shown}:${line}:${column}: ${message}`);
}

function withDependencies(owner: Owner, places: readonly number[]): Roles {
  const roles: Roles = new Map(places.map((place) => [place, 'selected']));
  for (const place of roles.keys()) {
    for (const { node } of owner.nodes[place]?.dependencies ?? []) {
      // A Map goes on to entries that are added while it is walked.
      if (node?.owner === owner && !roles.has(node.place)) roles.set(node.place, 'pulledIn');
    }
  }
  return roles;
}

function count(roles: Roles, role: 'selected' | 'pulledIn'): number {
  let found = 0;
  for (const each of roles.values()) if (each === role) found++;
  return found;
}

function planFile(draft: FileDraft, reportsOthers: boolean, guests: GuestOrder): FilePlan {
  const { runnable, broken, owner, roles } = draft;
  if (!owner || broken.length > 0) return { runnable, broken, steps: [] };
  const edges = owner.nodes.map((node) => localPlaces(owner, node));
  const scheduled: { readonly node: Node; readonly sortKey: number; readonly skipReason: string }[] = [];
  for (const place of scheduleOrder(edges)) {
    const node = owner.nodes[place];
    if (!node || (!roles.has(place) && !reportsOthers)) continue;
    const skipReason = roles.has(place) ? skipReasonOf(node) : 'filtered out';
    if (skipReason === '') {
      for (const guest of guests.takeFor(node)) {
        scheduled.push({ node: guest, sortKey: place - 0.5, skipReason: skipReasonOf(guest) });
      }
    }
    scheduled.push({ node, sortKey: place, skipReason });
  }
  const positions = positionsOf(scheduled.map(({ sortKey }) => sortKey));
  const steps = scheduled.map(({ node, skipReason }, index): Step => {
    const pulledIn = node.owner.guest || roles.get(node.place) === 'pulledIn';
    const dependencies = guests.usable(node.dependencies);
    return { node, dependencies, index, position: positions[index] ?? index, pulledIn, skipReason };
  });
  return { runnable, broken, steps };
}

const NOWHERE: readonly number[] = [];

function localPlaces(owner: Owner, node: Node | undefined): readonly number[] {
  if (!node || node.dependencies.length === 0) return NOWHERE;
  return node.dependencies.flatMap((each) => (each.node?.owner === owner ? [each.node.place] : []));
}

/** `@skip` holds also for named and pulled-in requests (9.1). */
function skipReasonOf({ request }: Node): string {
  const { skip } = request.metadata;
  if (skip !== undefined) return skip === '' ? 'skipped' : skip;
  return UNSUPPORTED_METHODS.has(request.method) ? 'unsupported method' : '';
}

/** Reports go by line; borrowed requests stay before their first user. Empty when that is the schedule anyway. */
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

/** Hands out borrowed requests, each once per run, in an order in which they can run. */
class GuestOrder {
  readonly #rank = new Map<Node, number>();
  readonly #taken = new Set<Node>();
  readonly #blocked: ReadonlySet<Node>;

  constructor(guests: readonly Owner[], blocked: ReadonlySet<Node>) {
    this.#blocked = blocked;
    const nodes = guests.flatMap((guest) => guest.nodes.flatMap((node) => node ?? []));
    const numbers = new Map(nodes.map((node, index) => [node, index]));
    const edges = nodes.map((node) => node.dependencies.flatMap((each) => numberOf(each, numbers)));
    scheduleOrder(edges).forEach((number, rank) => {
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
        if (!dependency?.owner.guest || this.#taken.has(dependency) || this.#blocked.has(dependency))
          continue;
        this.#taken.add(dependency);
        needed.push(dependency);
        open.push(dependency);
      }
    }
    return needed.sort((a, b) => (this.#rank.get(a) ?? 0) - (this.#rank.get(b) ?? 0));
  }

  /** Without those that can never run. */
  usable(dependencies: readonly Dependency[]): readonly Dependency[] {
    if (this.#blocked.size === 0) return dependencies;
    return dependencies.map((each) =>
      each.node && this.#blocked.has(each.node) ? { ...each, node: undefined } : each,
    );
  }
}

function numberOf({ node }: Dependency, numbers: ReadonlyMap<Node, number>): number[] {
  const number = node && numbers.get(node);
  return number === undefined ? [] : [number];
}
