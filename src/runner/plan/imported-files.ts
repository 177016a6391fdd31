/** External files that dependencies name. */
import { join } from 'node:path';
import { createOwner, keyOf, addNode, type DraftNode, type DraftOwner, type Owner } from './graph.js';
import type { FileAccess, RunnableFile } from './run-input.js';

/** Each file is loaded once, and each request is imported once. */
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

  async find(path: string, from: DraftOwner): Promise<DraftOwner | 'unusable' | undefined> {
    const { directory } = from.runnable;
    const absolute = join(directory, path);
    const loading = this.#loaded.get(absolute) ?? this.#loadFile(path, directory);
    this.#loaded.set(absolute, loading);
    const runnable = await loading;
    if (!runnable) return undefined;
    if (runnable.file.diagnostics.some(({ severity }) => severity === 'error')) return 'unusable';
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
