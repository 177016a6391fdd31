import { otherFileDependency } from '../../request-file/model/directive-values.js';
import { draftOwner, nodeAt, type Dependency, type DraftNode, type DraftOwner, type Graph } from './graph.js';
import { ImportedFiles } from './imported-files.js';
import type { FileAccess, RunnableFile } from './run-input.js';

/** All requests of the files, and whatever they depend on elsewhere. */
export async function buildGraph(
  files: readonly RunnableFile[],
  loadFile: FileAccess['loadFile'],
): Promise<Graph> {
  const others = new ImportedFiles(loadFile);
  const owners = files.map((runnable) => draftOwner(runnable, false));
  for (const owner of owners) {
    owner.runnable.file.requests.forEach((_request, place) => nodeAt(owner, place));
    for (const node of owner.nodes) if (node?.request.metadata.depends) await link(node, owner, others);
  }
  // Dependencies of borrowed requests are found while the list grows.
  for (const { node, owner } of others.borrowed) await link(node, owner, others);
  return { owners, guests: others.all() };
}

async function link(node: DraftNode, owner: DraftOwner, others: ImportedFiles): Promise<void> {
  for (const written of node.request.metadata.depends ?? []) {
    const other = otherFileDependency(written);
    node.dependencies.push(
      other ? await elsewhere(written, other, owner, others) : within(written, written, owner, others),
    );
  }
}

function within(written: string, name: string, owner: DraftOwner, others: ImportedFiles): Dependency {
  const place = owner.names.get(name);
  if (place === undefined) return { written, node: undefined, notFound: true };
  if (place < 0) return { written, node: undefined, notFound: false };
  return { written, node: owner.guest ? others.borrow(owner, place) : owner.nodes[place], notFound: false };
}

async function elsewhere(
  written: string,
  { path, name }: { readonly path: string; readonly name: string },
  owner: DraftOwner,
  others: ImportedFiles,
): Promise<Dependency> {
  const other = await others.find(path, owner);
  if (other === undefined) return { written, node: undefined, notFound: true };
  if (other === 'unusable') return { written, node: undefined, notFound: false };
  return within(written, name, other, others);
}
