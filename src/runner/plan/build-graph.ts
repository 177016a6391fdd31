import { otherFileDependency } from '../../request-file/model/directive-values.js';
import {
  createOwner,
  addNode,
  type Dependency,
  type DraftNode,
  type DraftOwner,
  type Graph,
} from './graph.js';
import { ImportedFiles } from './imported-files.js';
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
  if (place === undefined) return { written, node: undefined, notFound: true };
  if (place < 0) return { written, node: undefined, notFound: false };
  return {
    written,
    node: owner.isExternal ? imported.importRequest(owner, place) : owner.nodes[place],
    notFound: false,
  };
}

async function elsewhere(
  written: string,
  { path, name }: { readonly path: string; readonly name: string },
  owner: DraftOwner,
  imported: ImportedFiles,
): Promise<Dependency> {
  const other = await imported.find(path, owner);
  if (other === undefined) return { written, node: undefined, notFound: true };
  if (other === 'unusable') return { written, node: undefined, notFound: false };
  return within(written, name, other, imported);
}
