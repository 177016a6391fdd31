/** Plans a load test: which requests are picked, their dependencies, and the setup and teardown. */
import { ServiceError } from '../../errors.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import { isSkipped } from '../../request-file/model/client-directives.js';
import { shownName } from '../../request-file/model/request-filter.js';
import { unsupportedNote, unsupportedRequest } from '../../request-file/model/unsupported-request.js';
import { problemWarning } from '../../runner/plan/dependency-problem.js';
import type { Node, Owner } from '../../runner/plan/graph.js';
import { planRun, type PlanInput, type RunPlan, type Step } from '../../runner/plan/plan.js';
import { unsupportedError } from '../../runner/plan/unsupported-error.js';
import { prepareForLoad, OmittedFeatures } from './load-file.js';

export interface LoadPlan {
  /** Every request that the load may send, in the order of files and lines. */
  readonly definitions: readonly LoadDefinition[];
  /** The possible iterations. */
  readonly chains: readonly RequestChain[];
  /** In execution order, with dependencies; requests of other files come first. */
  readonly setup: readonly Node[];
  readonly teardown: readonly Node[];
  readonly warnings: readonly string[];
}

export interface LoadDefinition {
  readonly node: Node;
  /** Has the file as a prefix where several files use the same name. */
  readonly name: string;
}

export interface RequestChain {
  /** Indexes into `definitions`, the picked request last. */
  readonly steps: readonly number[];
  /** The picked request. */
  readonly node: Node;
}

/** Throws ServiceError for files with errors, and when there is nothing to send. */
export async function planLoad({ files, options, fileAccess }: PlanInput): Promise<LoadPlan> {
  const omitted = new OmittedFeatures();
  const plan = await planRun({
    files: files.map((runnable) => prepareForLoad(runnable, omitted)),
    options,
    fileAccess: {
      loadFile: async (path, from) => {
        const runnable = await fileAccess.loadFile(path, from);
        return runnable && prepareForLoad(runnable, omitted);
      },
    },
  });
  refuseBrokenFiles(plan);
  const steps = plan.files.flatMap((file) => file.steps);
  const own = steps.filter(({ node }) => !node.owner.isExternal);
  const order = new ExecutionOrder(steps);
  const framing = (key: 'stress.setup' | 'stress.teardown'): Node[] =>
    own
      .map(({ node }) => node)
      .filter(({ request: { metadata } }) => metadata[key] && metadata.skip === undefined);
  const planned = own.filter(isPicked).map(({ node }) => node);
  const needed = [...planned, ...framing('stress.setup'), ...framing('stress.teardown')];
  const unsupported = order
    .withAllDependencies(needed)
    .filter((node) => isUnsupported(node) && !isSkipped(node.request));
  if (unsupported.length > 0 && !options.skipUnsupported)
    throw unsupportedError(
      unsupported.map(({ request, owner }) => ({ request, shown: owner.runnable.shown })),
    );
  const wanted = planned.filter((node) => !isUnsupported(node));
  const impossible = new Set(wanted.filter((node) => !order.canRun(node)));
  const picked = wanted
    .filter((node) => !impossible.has(node))
    .map((node) => ({ node, nodes: order.withDependencies(node) }));
  if (picked.length === 0) {
    refuseUnresolved(plan);
    throw new ServiceError('usage', `no request to run in ${files.map(({ shown }) => shown).join(', ')}`);
  }
  const underLoad = picked.flatMap(({ nodes }) => nodes.filter(isSentUnderLoad));
  const definitions = nameDefinitions(order.sortByFile(underLoad));
  const places = new Map(definitions.map(({ node }, place) => [node, place]));
  const external = picked.flatMap(({ nodes }) => nodes.filter(({ owner }) => owner.isExternal));
  return {
    definitions,
    chains: picked.map(({ node, nodes }) => ({
      node,
      steps: nodes.flatMap((each) => places.get(each) ?? []),
    })),
    setup: order.withAllDependencies([...framing('stress.setup'), ...external]),
    // Setup requests are not sent a second time.
    teardown: order
      .withAllDependencies(framing('stress.teardown'))
      .filter(({ request }) => !request.metadata['stress.setup']),
    warnings: [
      ...omitted.warnings(),
      ...(unsupported.length > 0
        ? [unsupportedNote(unsupported.map(({ request }) => shownName(request)))]
        : []),
      ...Array.from(
        impossible,
        ({ request }) => `${shownName(request)} is never sent: a request it depends on cannot run`,
      ),
    ],
  };
}

/** The files that may use what the setup leaves. */
export function ownersOf({ definitions, setup, teardown }: LoadPlan): ReadonlySet<Owner> {
  return new Set([...definitions.map(({ node }) => node), ...setup, ...teardown].map(({ owner }) => owner));
}

/** The mean number of requests per iteration, needed because the rate counts requests. */
export function computeMeanLength(chains: readonly RequestChain[], weights: readonly number[]): number {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const requests = chains.reduce(
    (total, { steps }, index) => total + steps.length * (weights[index] ?? 0),
    0,
  );
  return sum === 0 ? 1 : requests / sum;
}

function refuseBrokenFiles({ files }: RunPlan): void {
  const [first, ...others] = files.flatMap(({ broken }) => broken);
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new ServiceError('request-file', `${first}${more}`);
}

/** Names the reason when nothing can be sent because of dependencies. */
function refuseUnresolved({ unresolved: [first] }: RunPlan): void {
  if (!first) return;
  const { node, written, problem } = first;
  const { runnable } = node.owner;
  throw new ServiceError(
    'request-file',
    `${runnable.shown}:${node.request.line}: ${problemWarning(written, problem)}`,
  );
}

function isUnsupported({ request }: Node): boolean {
  return unsupportedRequest(request) !== undefined;
}

function isPicked({ node, skipReason, pulledIn }: Step): boolean {
  const { metadata } = node.request;
  if (skipReason !== '' || pulledIn || metadata['stress.weight'] === 0) return false;
  return !metadata['stress.skip'] && !metadata['stress.setup'] && !metadata['stress.teardown'];
}

/** Setup requests and those of other files run once before the load. */
function isSentUnderLoad({ owner, request }: Node): boolean {
  return !owner.isExternal && !request.metadata['stress.setup'];
}

/** Names that several files use get the file as a prefix. */
function nameDefinitions(nodes: readonly Node[]): readonly LoadDefinition[] {
  const owners = new Map<string, Set<unknown>>();
  for (const { request, owner } of nodes) {
    getOrAdd(owners, shownName(request), () => new Set()).add(owner);
  }
  return nodes.map((node) => {
    const name = shownName(node.request);
    const isShared = (owners.get(name)?.size ?? 0) > 1;
    return { node, name: isShared ? `${node.owner.runnable.shown}#${name}` : name };
  });
}

/** The order in which requests can run. */
class ExecutionOrder {
  readonly #steps: ReadonlyMap<Node, Step>;
  readonly #places: ReadonlyMap<Node, number>;

  constructor(steps: readonly Step[]) {
    this.#steps = new Map(steps.map((step) => [step.node, step]));
    this.#places = new Map(steps.map((step, place) => [step.node, place]));
  }

  /** All dependencies of a request, then the request itself; those of other files first, the rest in schedule order. */
  withDependencies(node: Node): readonly Node[] {
    const nodes = this.#closure(node);
    const own = nodes
      .filter(({ owner }) => !owner.isExternal)
      .sort((a, b) => (this.#places.get(a) ?? 0) - (this.#places.get(b) ?? 0));
    return [...nodes.filter(({ owner }) => owner.isExternal), ...own];
  }

  /** The same for several requests in sequence, without repetitions. */
  withAllDependencies(nodes: readonly Node[]): readonly Node[] {
    return [...new Set(nodes.flatMap((node) => this.withDependencies(node)))];
  }

  /** Sorted by file and line, without repetitions. */
  sortByFile(nodes: readonly Node[]): readonly Node[] {
    const files = [...new Set([...this.#places.keys()].map(({ owner }) => owner))];
    const rank = new Map(files.map((owner, index) => [owner, index]));
    return [...new Set(nodes)].sort(
      (a, b) => (rank.get(a.owner) ?? 0) - (rank.get(b.owner) ?? 0) || a.place - b.place,
    );
  }

  /** False when a dependency is missing or skipped. */
  canRun(node: Node): boolean {
    return this.#closure(node).every((each) => {
      const { dependencies } = this.#steps.get(each) ?? each;
      const isSkipped = each.request.metadata.skip !== undefined || isUnsupported(each);
      return !isSkipped && dependencies.every((dependency) => dependency.node);
    });
  }

  /** Dependencies before their dependents. Not recursive, because chains may be long. */
  #closure(node: Node): readonly Node[] {
    const nodes = new Set<Node>();
    const open: { readonly node: Node; next: number }[] = [{ node, next: 0 }];
    const entered = new Set([node]);
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const dependency = top.node.dependencies[top.next++];
      if (dependency === undefined) {
        nodes.add(top.node);
        open.pop();
      } else if (dependency.node && !entered.has(dependency.node)) {
        entered.add(dependency.node);
        open.push({ node: dependency.node, next: 0 });
      }
    }
    return [...nodes];
  }
}
