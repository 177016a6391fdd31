/** Requests of a run as nodes: those of its files, and those other files lend them (language 9.7). */
import { basename, join } from 'node:path';
import type { Request } from '../../request-file/model/model.js';
import type { RunnableFile } from './run-input.js';

/** A file whose requests share variables, captures and cookies. */
export interface Owner {
  readonly runnable: RunnableFile;
  /** Its requests run only for others that depend on them. */
  readonly guest: boolean;
  readonly nodes: readonly (Node | undefined)[];
}

export interface Node {
  readonly owner: Owner;
  readonly request: Request;
  /** Place in its file. */
  readonly place: number;
  readonly dependencies: readonly Dependency[];
}

export interface Dependency {
  /** As `@depends` says it. */
  readonly written: string;
  /** Undefined when it cannot run. */
  readonly node: Node | undefined;
  /** There is no such file or request. */
  readonly notFound: boolean;
}

/** While the graph is built. */
export interface DraftNode extends Node {
  readonly dependencies: Dependency[];
}

export interface DraftOwner extends Owner {
  readonly key: string;
  readonly nodes: (DraftNode | undefined)[];
  /** Index of the request that answers to a name; -1 for several. */
  readonly names: ReadonlyMap<string, number>;
}

export interface Graph {
  /** One for each file of the run, in its order. */
  readonly owners: readonly Owner[];
  readonly guests: readonly Owner[];
}

export function draftOwner(runnable: RunnableFile, guest: boolean): DraftOwner {
  const names = new Map<string, number>();
  runnable.file.requests.forEach(({ name }, place) => {
    if (name !== '') names.set(name, names.has(name) ? -1 : place);
  });
  return { runnable, guest, key: keyOf(runnable), names, nodes: [] };
}

export function nodeAt(owner: DraftOwner, place: number): DraftNode | undefined {
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

/** Most requests depend on nothing; never added to. */
const INDEPENDENT: Dependency[] = [];

export function keyOf({ directory, shown }: RunnableFile): string {
  return join(directory, basename(shown));
}
