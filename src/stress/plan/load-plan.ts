/** What a load test sends: which requests are picked, what goes before each, what frames the load (server.md 10.2). */
import { ServiceError } from '../../errors.js';
import { shownName } from '../../request-file/model/request-filter.js';
import type { Node } from '../../runner/plan/graph.js';
import { planRun, type PlanInput, type RunPlan, type Step } from '../../runner/plan/plan.js';
import { fileForLoad, LeftOut } from './load-file.js';

export interface LoadPlan {
  /** Every request that the load may send, in file-list and line order. */
  readonly definitions: readonly Definition[];
  /** What an iteration may be. */
  readonly chains: readonly Chain[];
  /** In the order in which they run, with what they depend on; other files' requests are among the first. */
  readonly setup: readonly Node[];
  readonly teardown: readonly Node[];
  readonly warnings: readonly string[];
}

export interface Definition {
  readonly node: Node;
  /** Unique where file names make it so. */
  readonly name: string;
}

export interface Chain {
  /** Places in `definitions`, the picked request last. */
  readonly steps: readonly number[];
  /** The picked request. */
  readonly node: Node;
}

/** Throws ServiceError for files with errors, and when there is nothing to send. */
export async function planLoad({ files, options, fileAccess }: PlanInput): Promise<LoadPlan> {
  const leftOut = new LeftOut();
  const plan = await planRun({
    files: files.map((runnable) => fileForLoad(runnable, leftOut)),
    options,
    fileAccess: {
      loadFile: async (path, from) => {
        const runnable = await fileAccess.loadFile(path, from);
        return runnable && fileForLoad(runnable, leftOut);
      },
    },
  });
  refuseBroken(plan);
  const steps = plan.files.flatMap((file) => file.steps);
  const own = steps.filter(({ node }) => !node.owner.guest);
  const order = new Order(steps);
  const impossible = new Set<Node>();
  const picked = own.filter((step) => isPicked(step) && order.canRun(step.node, impossible));
  if (picked.length === 0) {
    throw new ServiceError('usage', `no request to run in ${files.map(({ shown }) => shown).join(', ')}`);
  }
  const chainNodes = picked.map(({ node }) => order.before(node).filter(isSentUnderLoad));
  const definitions = nameDefinitions(order.inFiles(chainNodes.flat()));
  const places = new Map(definitions.map(({ node }, place) => [node, place]));
  const framing = (key: 'stress.setup' | 'stress.teardown'): Node[] =>
    own
      .map(({ node }) => node)
      .filter(({ request: { metadata } }) => metadata[key] && metadata.skip === undefined);
  const guests = picked.flatMap(({ node }) => order.before(node).filter(({ owner }) => owner.guest));
  return {
    definitions,
    chains: picked.map(({ node }, index) => ({
      node,
      steps: (chainNodes[index] ?? []).map((each) => places.get(each) ?? 0),
    })),
    setup: order.together([...framing('stress.setup'), ...guests]),
    // What was to be set up is not sent a second time.
    teardown: order
      .together(framing('stress.teardown'))
      .filter(({ request }) => !request.metadata['stress.setup']),
    warnings: [...leftOut.warnings(), ...neverSent(impossible)],
  };
}

/** Mean number of requests of an iteration: the rate counts requests. */
export function meanLength(chains: readonly Chain[], weights: readonly number[]): number {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const requests = chains.reduce(
    (total, { steps }, index) => total + steps.length * (weights[index] ?? 0),
    0,
  );
  return sum === 0 ? 1 : requests / sum;
}

function refuseBroken({ files }: RunPlan): void {
  const [first, ...others] = files.flatMap(({ broken }) => broken);
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new ServiceError('request-file', `${first}${more}`);
}

function isPicked({ node, skipReason, pulledIn }: Step): boolean {
  const { metadata } = node.request;
  if (skipReason !== '' || pulledIn || metadata['stress.weight'] === 0) return false;
  return !metadata['stress.skip'] && !metadata['stress.setup'] && !metadata['stress.teardown'];
}

/** Setup requests and those of other files have run before the load, once for all. */
function isSentUnderLoad({ owner, request }: Node): boolean {
  return !owner.guest && !request.metadata['stress.setup'];
}

function neverSent(impossible: ReadonlySet<Node>): string[] {
  return [...impossible].map(
    ({ request }) => `${shownName(request)} is never sent: a request it depends on cannot run`,
  );
}

/** Equal names of two files are told apart by the file (server.md 10.4). */
function nameDefinitions(nodes: readonly Node[]): readonly Definition[] {
  const owners = new Map<string, Set<unknown>>();
  for (const { request, owner } of nodes) {
    const name = shownName(request);
    owners.set(name, (owners.get(name) ?? new Set()).add(owner));
  }
  return nodes.map((node) => {
    const name = shownName(node.request);
    const isShared = (owners.get(name)?.size ?? 0) > 1;
    return { node, name: isShared ? `${node.owner.runnable.shown}#${name}` : name };
  });
}

/** The order in which requests can run. */
class Order {
  readonly #steps: ReadonlyMap<Node, Step>;
  readonly #places: ReadonlyMap<Node, number>;

  constructor(steps: readonly Step[]) {
    this.#steps = new Map(steps.map((step) => [step.node, step]));
    this.#places = new Map(steps.map((step, place) => [step.node, place]));
  }

  /** Everything a request depends on, and itself: other files first, then in the order of the schedule. */
  before(node: Node): readonly Node[] {
    const met = this.#closure(node);
    return [...met.filter(({ owner }) => owner.guest), ...this.#sorted(met)];
  }

  /** The same for several requests, one after the other, each once. */
  together(nodes: readonly Node[]): readonly Node[] {
    return [...new Set(nodes.flatMap((node) => this.before(node)))];
  }

  /** In file-list and line order, each once. */
  inFiles(nodes: readonly Node[]): readonly Node[] {
    const files = [...new Set([...this.#places.keys()].map(({ owner }) => owner))];
    const rank = new Map(files.map((owner, index) => [owner, index]));
    return [...new Set(nodes)].sort(
      (a, b) => (rank.get(a.owner) ?? 0) - (rank.get(b.owner) ?? 0) || a.place - b.place,
    );
  }

  /** Not when something it depends on is missing or skipped. */
  canRun(node: Node, impossible: Set<Node>): boolean {
    const blocked = this.#closure(node).some((each) => {
      const step = this.#steps.get(each);
      const { skip } = each.request.metadata;
      const dependencies = step?.dependencies ?? each.dependencies;
      return skip !== undefined || dependencies.some((dependency) => !dependency.node);
    });
    if (blocked) impossible.add(node);
    return !blocked;
  }

  #sorted(nodes: readonly Node[]): Node[] {
    const own = nodes.filter(({ owner }) => !owner.guest);
    return own.sort((a, b) => (this.#places.get(a) ?? 0) - (this.#places.get(b) ?? 0));
  }

  /** Dependencies before those who need them; without recursion, since chains may be long. */
  #closure(node: Node): readonly Node[] {
    const met = new Set<Node>();
    const open: { readonly node: Node; next: number }[] = [{ node, next: 0 }];
    const entered = new Set([node]);
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const dependency = top.node.dependencies[top.next++];
      if (dependency === undefined) {
        met.add(top.node);
        open.pop();
      } else if (dependency.node && !entered.has(dependency.node)) {
        entered.add(dependency.node);
        open.push({ node: dependency.node, next: 0 });
      }
    }
    return [...met];
  }
}
