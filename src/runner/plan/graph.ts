/** The requests of a run as nodes: those of its files, and the requests of external files that they depend on. */
import { basename, join } from 'node:path';
import type { DependencyProblem } from './dependency-problem.js';
import type { FileVariable, Request, RunLine } from '../../request-file/model/model.js';
import type { RunnableFile } from './run-input.js';

/** A file whose requests share variables, captures and cookies. */
export interface Owner {
  readonly runnable: RunnableFile;
  /** Whether its requests run only because others depend on them. */
  readonly isExternal: boolean;
  readonly nodes: readonly (Node | undefined)[];
  /** Variables of files that it imports, below its own. */
  readonly importedVariables?: readonly FileVariable[];
  /** Set for a file that is executed by `run` in another one. */
  readonly call?: Call;
}

/** A line that executes requests at its place. */
export interface Call {
  /** The file whose requests see afterwards what was captured. */
  readonly owner: Owner;
  /** The path or name as written. */
  readonly written: string;
  readonly line: number;
  readonly overrides: RunLine['overrides'];
}

export interface Node {
  readonly owner: Owner;
  readonly request: Request;
  /** The index in its file. */
  readonly place: number;
  readonly dependencies: readonly Dependency[];
  /** Set for a request of the same file that is executed once more. */
  readonly call?: Call;
}

/** The line that executes a request; undefined for one that runs at its own place. */
export function callOf({ call, owner }: Node): Call | undefined {
  return call ?? owner.call;
}

/** Whether one of the requests is executed by a line, whose place counts: then all of them run in their order. */
export function hasCalls(steps: readonly { readonly node: Node }[]): boolean {
  return steps.some(({ node }) => callOf(node) !== undefined);
}

export interface Dependency {
  /** The text of `@depends`. */
  readonly written: string;
  /** Undefined when it cannot run. */
  readonly node: Node | undefined;
  /** Why there is no node; undefined when there is one. */
  readonly problem: DependencyProblem | undefined;
}

/** A node while the graph is built. */
export interface DraftNode extends Node {
  readonly dependencies: Dependency[];
}

export interface DraftOwner extends Omit<Owner, 'importedVariables'> {
  importedVariables?: readonly FileVariable[];
  readonly key: string;
  readonly nodes: (DraftNode | undefined)[];
  /** The index of the request with a name; -1 when several have it. */
  readonly names: ReadonlyMap<string, number>;
}

export interface Graph {
  /** One owner for each file of the run, in its order. */
  readonly owners: readonly Owner[];
  readonly externalOwners: readonly Owner[];
}

export function createOwner(runnable: RunnableFile, isExternal: boolean): DraftOwner {
  const names = new Map<string, number>();
  runnable.file.requests.forEach(({ name }, place) => {
    if (name !== '') names.set(name, names.has(name) ? -1 : place);
  });
  return { runnable, isExternal, key: keyOf(runnable), names, nodes: [] };
}

export function addNode(owner: DraftOwner, place: number): DraftNode | undefined {
  const request = owner.runnable.file.requests[place];
  if (!request) return undefined;
  const node: DraftNode = {
    owner,
    request,
    place,
    dependencies: request.metadata.depends ? [] : INDEPENDENT,
  };
  owner.nodes[place] = node;
  return node;
}

/** The shared list of requests without dependencies; nothing is ever added to it. */
const INDEPENDENT: Dependency[] = [];

export function nodesOf(owners: readonly Owner[]): Node[] {
  return owners.flatMap(({ nodes }) => nodes.flatMap((node) => node ?? []));
}

/** The dependencies of each node as indices into the list; those that are not in it are left out. */
export function edgesBetween(nodes: readonly Node[]): number[][] {
  const numbers = new Map(nodes.map((node, index) => [node, index]));
  return nodes.map(({ dependencies }) =>
    dependencies.flatMap(({ node }) => (node ? (numbers.get(node) ?? []) : [])),
  );
}

export function keyOf({ directory, shown }: RunnableFile): string {
  return join(directory, basename(shown));
}
