/** Files of dependencies outside the file that asks (language 9.7). */
import { join } from 'node:path';
import { draftOwner, keyOf, nodeAt, type DraftNode, type DraftOwner, type Owner } from './graph.js';
import type { FileAccess, RunnableFile } from './run-input.js';

/** Each file is loaded once, each request borrowed once. */
export class ImportedFiles {
  readonly borrowed: { readonly node: DraftNode; readonly owner: DraftOwner }[] = [];
  readonly #loadFile: FileAccess['loadFile'];
  readonly #loaded = new Map<string, Promise<RunnableFile | undefined>>();
  readonly #guests = new Map<string, DraftOwner>();

  constructor(loadFile: FileAccess['loadFile']) {
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
