/** Requests of a run as nodes: those of its files, and those other files lend them (language 9.7). */
import { basename, join } from 'node:path';
import { otherFileDependency } from '../request-file/directive-values.js';
import type { Request } from '../request-file/model.js';
import type { RunDoors, RunnableFile } from './run-input.js';

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

interface DraftNode extends Node {
  readonly dependencies: Dependency[];
}

interface DraftOwner extends Owner {
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

/** All requests of the files, and whatever they depend on elsewhere. */
export async function buildGraph(
  files: readonly RunnableFile[],
  loadFile: RunDoors['loadFile'],
): Promise<Graph> {
  const others = new OtherFiles(loadFile);
  const owners = files.map((runnable) => draftOwner(runnable, false));
  for (const owner of owners) {
    owner.runnable.file.requests.forEach((_request, place) => nodeAt(owner, place));
    for (const node of owner.nodes) if (node?.request.metadata.depends) await link(node, owner, others);
  }
  // Dependencies of borrowed requests are found while the list grows.
  for (const { node, owner } of others.borrowed) await link(node, owner, others);
  return { owners, guests: others.all() };
}

async function link(node: DraftNode, owner: DraftOwner, others: OtherFiles): Promise<void> {
  for (const written of node.request.metadata.depends ?? []) {
    const other = otherFileDependency(written);
    node.dependencies.push(
      other ? await elsewhere(written, other, owner, others) : within(written, written, owner, others),
    );
  }
}

function within(written: string, name: string, owner: DraftOwner, others: OtherFiles): Dependency {
  const place = owner.names.get(name);
  if (place === undefined) return { written, node: undefined, notFound: true };
  if (place < 0) return { written, node: undefined, notFound: false };
  return { written, node: owner.guest ? others.borrow(owner, place) : owner.nodes[place], notFound: false };
}

async function elsewhere(
  written: string,
  { path, name }: { readonly path: string; readonly name: string },
  owner: DraftOwner,
  others: OtherFiles,
): Promise<Dependency> {
  const other = await others.find(path, owner);
  if (other === undefined) return { written, node: undefined, notFound: true };
  if (other === 'unusable') return { written, node: undefined, notFound: false };
  return within(written, name, other, others);
}

/** Files that requests depend on, each loaded once, each request borrowed once. */
class OtherFiles {
  readonly borrowed: { readonly node: DraftNode; readonly owner: DraftOwner }[] = [];
  readonly #loadFile: RunDoors['loadFile'];
  readonly #loaded = new Map<string, Promise<RunnableFile | undefined>>();
  readonly #guests = new Map<string, DraftOwner>();

  constructor(loadFile: RunDoors['loadFile']) {
    this.#loadFile = loadFile;
  }

  all(): readonly Owner[] {
    return [...this.#guests.values()];
  }

  async find(path: string, from: DraftOwner): Promise<DraftOwner | 'unusable' | undefined> {
    const { directory } = from.runnable;
    const asked = join(directory, path);
    const loading = this.#loaded.get(asked) ?? this.#loadFile(path, directory);
    this.#loaded.set(asked, loading);
    const runnable = await loading;
    if (!runnable) return undefined;
    if (runnable.file.diagnostics.some(({ severity }) => severity === 'error')) return 'unusable';
    const key = keyOf(runnable);
    // A file that names itself means its own request.
    if (key === from.key) return from;
    const guest = this.#guests.get(key) ?? draftOwner(runnable, true);
    this.#guests.set(key, guest);
    return guest;
  }

  borrow(owner: DraftOwner, place: number): DraftNode | undefined {
    const known = owner.nodes[place];
    if (known) return known;
    const node = nodeAt(owner, place);
    if (node) this.borrowed.push({ node, owner });
    return node;
  }
}

function draftOwner(runnable: RunnableFile, guest: boolean): DraftOwner {
  const names = new Map<string, number>();
  runnable.file.requests.forEach(({ name }, place) => {
    if (name !== '') names.set(name, names.has(name) ? -1 : place);
  });
  return { runnable, guest, key: keyOf(runnable), names, nodes: [] };
}

function nodeAt(owner: DraftOwner, place: number): DraftNode | undefined {
  const request = owner.runnable.file.requests[place];
  if (!request) return undefined;
  const node: DraftNode = { owner, request, place, dependencies: [] };
  owner.nodes[place] = node;
  return node;
}

export function keyOf({ directory, shown }: RunnableFile): string {
  return join(directory, basename(shown));
}
