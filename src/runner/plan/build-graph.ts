import { join } from 'node:path';
import { hasErrors } from '../../request-file/model/diagnostic.js';
import { otherFileDependency } from '../../request-file/model/directive-values.js';
import { ambiguousRequest, brokenFile, missingFile, unknownRequest } from './dependency-problem.js';
import {
  createOwner,
  addNode,
  keyOf,
  type Dependency,
  type DraftNode,
  type DraftOwner,
  type Graph,
  type Owner,
} from './graph.js';
import type { FileVariable } from '../../request-file/model/model.js';
import type { FileAccess, RunnableFile } from './run-input.js';

/** Builds a graph of all requests of the files, and of their dependencies in other files. */
export async function buildGraph(
  files: readonly RunnableFile[],
  loadFile: FileAccess['loadFile'],
  imported = new ImportedFiles(loadFile),
): Promise<Graph> {
  const owners = files.map((runnable) => createOwner(runnable, false));
  for (const owner of owners) {
    owner.runnable.file.requests.forEach((_request, place) => addNode(owner, place));
    await addImportedVariables(owner, imported);
    for (const node of owner.nodes) if (node?.request.metadata.depends) await link(node, owner, imported);
  }
  await linkImported(imported);
  return { owners, externalOwners: imported.owners() };
}

/** Links the given nodes, then every request that was imported and not linked yet. */
export async function linkImported(
  imported: ImportedFiles,
  nodes: readonly (DraftNode | undefined)[] = [],
  owner?: DraftOwner,
): Promise<void> {
  if (owner) for (const node of nodes) if (node?.request.metadata.depends) await link(node, owner, imported);
  // The list grows while it is walked, since imported requests have dependencies too.
  for (let next = imported.takeUnlinked(); next; next = imported.takeUnlinked())
    await link(next.node, next.owner, imported);
}

async function link(node: DraftNode, owner: DraftOwner, imported: ImportedFiles): Promise<void> {
  for (const written of node.request.metadata.depends ?? []) {
    const other = otherFileDependency(written);
    node.dependencies.push(
      other ? await elsewhere(written, other, owner, imported) : await named(written, owner, imported),
    );
  }
}

/** `# @import` shares the variables of the other file; the last of several imports wins, as with definitions. */
export async function addImportedVariables(owner: DraftOwner, imported: ImportedFiles): Promise<void> {
  const { file, directory } = owner.runnable;
  const variables: FileVariable[] = [];
  for (const { path, sharesVariables } of file.imports ?? []) {
    const other = sharesVariables ? await imported.load(path, directory) : undefined;
    if (other) variables.push(...other.file.variables);
  }
  if (variables.length > 0) owner.importedVariables = variables;
}

/** A request of the file, else one of the files that it imports. */
async function named(written: string, owner: DraftOwner, imported: ImportedFiles): Promise<Dependency> {
  const { imports } = owner.runnable.file;
  if (imports !== undefined && !owner.names.has(written)) {
    for (const { path } of imports) {
      const other = await imported.find(path, owner);
      if (other && !('file' in other) && other.names.has(written))
        return within(written, written, other, imported);
    }
  }
  return within(written, written, owner, imported);
}

function within(written: string, name: string, owner: DraftOwner, imported: ImportedFiles): Dependency {
  const place = owner.names.get(name);
  if (place === undefined) return { written, node: undefined, problem: unknownRequest(written) };
  if (place < 0) {
    return { written, node: undefined, problem: ambiguousRequest(written, name, owner.runnable) };
  }
  return {
    written,
    node: owner.isExternal ? imported.importRequest(owner, place) : owner.nodes[place],
    problem: undefined,
  };
}

async function elsewhere(
  written: string,
  { path, name }: { readonly path: string; readonly name: string },
  owner: DraftOwner,
  imported: ImportedFiles,
): Promise<Dependency> {
  const other = await imported.find(path, owner);
  if (other === undefined) return { written, node: undefined, problem: missingFile(path) };
  if ('file' in other) return { written, node: undefined, problem: brokenFile(written, other) };
  return within(written, name, other, imported);
}

export const MAX_NAMED_FILES = 1000;

/** External files that dependencies name. Each file is loaded once, and each request is imported once. */
export class ImportedFiles {
  readonly #importedRequests: { readonly node: DraftNode; readonly owner: DraftOwner }[] = [];
  readonly #loadFile: FileAccess['loadFile'];
  readonly #loaded = new Map<string, Promise<RunnableFile | undefined>>();
  readonly #externalOwners = new Map<string, DraftOwner>();
  readonly #limit: number;
  #linked = 0;

  constructor(loadFile: FileAccess['loadFile'], limit = MAX_NAMED_FILES) {
    this.#loadFile = loadFile;
    this.#limit = limit;
  }

  /** The next request whose dependencies are not found yet. */
  takeUnlinked(): { readonly node: DraftNode; readonly owner: DraftOwner } | undefined {
    const next = this.#importedRequests[this.#linked];
    if (next) this.#linked++;
    return next;
  }

  /** Undefined for a file that is missing, and when requests name too many. */
  async load(path: string, directory: string): Promise<RunnableFile | undefined> {
    const absolute = join(directory, path);
    const earlier = this.#loaded.get(absolute);
    if (earlier === undefined && this.#loaded.size >= this.#limit) return undefined;
    const loading = earlier ?? this.#loadFile(path, directory);
    this.#loaded.set(absolute, loading);
    return loading;
  }

  owners(): readonly Owner[] {
    return [...this.#externalOwners.values()];
  }

  /** Returns the file itself if it has errors. */
  async find(path: string, from: DraftOwner): Promise<DraftOwner | RunnableFile | undefined> {
    const runnable = await this.load(path, from.runnable.directory);
    if (!runnable) return undefined;
    if (hasErrors(runnable.file)) return runnable;
    const key = keyOf(runnable);
    // A file that names itself means its own request.
    if (key === from.key) return from;
    const owner = this.#externalOwners.get(key) ?? createOwner(runnable, true);
    this.#externalOwners.set(key, owner);
    return owner;
  }

  importRequest(owner: DraftOwner, place: number): DraftNode | undefined {
    const existing = owner.nodes[place];
    if (existing) return existing;
    const node = addNode(owner, place);
    if (node) this.#importedRequests.push({ node, owner });
    return node;
  }
}
