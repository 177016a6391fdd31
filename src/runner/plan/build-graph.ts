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
import type { FileAccess, RunnableFile } from './run-input.js';

/** Builds a graph of all requests of the files, and of their dependencies in other files. */
export async function buildGraph(
  files: readonly RunnableFile[],
  loadFile: FileAccess['loadFile'],
): Promise<Graph> {
  const imported = new ImportedFiles(loadFile);
  const owners = files.map((runnable) => createOwner(runnable, false));
  for (const owner of owners) {
    owner.runnable.file.requests.forEach((_request, place) => addNode(owner, place));
    for (const node of owner.nodes) if (node?.request.metadata.depends) await link(node, owner, imported);
  }
  // The list grows while it is walked, since imported requests have dependencies too.
  for (const { node, owner } of imported.importedRequests) await link(node, owner, imported);
  return { owners, externalOwners: imported.owners() };
}

async function link(node: DraftNode, owner: DraftOwner, imported: ImportedFiles): Promise<void> {
  for (const written of node.request.metadata.depends ?? []) {
    const other = otherFileDependency(written);
    node.dependencies.push(
      other ? await elsewhere(written, other, owner, imported) : within(written, written, owner, imported),
    );
  }
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

/** External files that dependencies name. Each file is loaded once, and each request is imported once. */
export class ImportedFiles {
  readonly importedRequests: { readonly node: DraftNode; readonly owner: DraftOwner }[] = [];
  readonly #loadFile: FileAccess['loadFile'];
  readonly #loaded = new Map<string, Promise<RunnableFile | undefined>>();
  readonly #externalOwners = new Map<string, DraftOwner>();

  constructor(loadFile: FileAccess['loadFile']) {
    this.#loadFile = loadFile;
  }

  owners(): readonly Owner[] {
    return [...this.#externalOwners.values()];
  }

  /** Returns the file itself if it has errors. */
  async find(path: string, from: DraftOwner): Promise<DraftOwner | RunnableFile | undefined> {
    const { directory } = from.runnable;
    const absolute = join(directory, path);
    const loading = this.#loaded.get(absolute) ?? this.#loadFile(path, directory);
    this.#loaded.set(absolute, loading);
    const runnable = await loading;
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
    if (node) this.importedRequests.push({ node, owner });
    return node;
  }
}
