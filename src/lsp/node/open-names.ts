/** Hands the names of open documents to the index when something asks for them: typing alone needs none of them. */
import { summarize, UNSHARED_NAMES } from '../../authoring/navigate/file-names.js';
import type { Analysed } from '../host/host.js';
import type { FolderIndex } from '../index/index-types.js';

export class OpenNames {
  readonly #index: Pick<FolderIndex, 'setOpen' | 'setClosed'>;
  readonly #waiting = new Map<string, Analysed>();
  #isUpdating = false;

  constructor(index: Pick<FolderIndex, 'setOpen' | 'setClosed'>) {
    this.#index = index;
  }

  /** Whether what the index reports comes from here. */
  get isUpdating(): boolean {
    return this.#isUpdating;
  }

  set(path: string, analysed: Analysed): void {
    this.#waiting.set(path, analysed);
  }

  /** Before names of a newer text are handed over. */
  forget(path: string): void {
    this.#waiting.delete(path);
  }

  delete(path: string): void {
    this.forget(path);
    this.#update(() => this.#index.setClosed(path));
  }

  /** What is asked about one document alone does not depend on its own names. */
  flush(except?: string): void {
    for (const [path, analysed] of this.#waiting) {
      if (path === except) continue;
      this.#waiting.delete(path);
      this.#update(() => this.#index.setOpen(summarize(analysed, UNSHARED_NAMES)));
    }
  }

  #update(change: () => void): void {
    this.#isUpdating = true;
    try {
      change();
    } finally {
      this.#isUpdating = false;
    }
  }
}
