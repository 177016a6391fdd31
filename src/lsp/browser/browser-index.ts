/** The index of a folder whose files the client gives: the same table as on Node, filled one file after another. */
import { isHidden, isRequestFileName } from '../../workspace/paths/path-text.js';
import { analyseText } from '../../authoring/analysed-text.js';
import { summarize, type FileNames } from '../../authoring/navigate/file-names.js';
import { MAX_INDEXED_FILES } from '../index/index-types.js';
import { NamesTable } from '../index/names-table.js';
import type { ClientFiles } from './client-files.js';

export interface BrowserIndexOptions {
  readonly files: ClientFiles;
  readonly onComplete: () => void;
  readonly onWarning: (message: string) => void;
}

export class BrowserIndex {
  readonly #options: BrowserIndexOptions;
  readonly #open = new Map<string, FileNames>();
  readonly table = new NamesTable();
  #walk: Promise<void>;
  #isComplete = false;
  #isClosed = false;

  constructor(options: BrowserIndexOptions) {
    this.#options = options;
    this.#walk = this.#fill();
  }

  get progress(): { readonly isComplete: boolean } {
    return { isComplete: this.#isComplete };
  }

  async whenComplete(milliseconds: number): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    });
    await Promise.race([this.#walk, late]);
    clearTimeout(timer);
    return this.#isComplete;
  }

  setOpen(names: FileNames): void {
    this.#open.set(names.path, names);
    this.table.set(names);
  }

  setClosed(path: string): void {
    if (this.#open.delete(path)) this.noteChanges([path]);
  }

  /** Files that were created, changed or removed; a folder among them means everything is walked again. */
  noteChanges(paths: readonly string[]): void {
    const files = paths.filter((path) => isRequestFileName(path));
    this.#walk = this.#walk.then(async () => {
      for (const path of files) if (!this.#open.has(path)) await this.#read(path);
    });
  }

  close(): void {
    this.#isClosed = true;
  }

  async #fill(): Promise<void> {
    const paths = await this.#find();
    if (paths.length > MAX_INDEXED_FILES) {
      const message = `svc: ${paths.length} request files; the first ${MAX_INDEXED_FILES} are indexed`;
      this.#options.onWarning(message);
    }
    for (const path of paths.slice(0, MAX_INDEXED_FILES)) {
      if (this.#isClosed) return;
      if (!this.#open.has(path)) await this.#read(path);
    }
    this.#isComplete = true;
    if (!this.#isClosed) this.#options.onComplete();
  }

  /** The paths of all request files, one folder after another, so that the depth of folders needs no stack. */
  async #find(): Promise<readonly string[]> {
    const found: string[] = [];
    const folders = [''];
    for (const folder of folders) {
      if (this.#isClosed || folders.length > MAX_FOLDERS) break;
      for (const { name, isFolder } of await this.#options.files.list(folder)) {
        const path = folder === '' ? name : `${folder}/${name}`;
        if (isHidden(name)) continue;
        if (isFolder) folders.push(path);
        else if (isRequestFileName(name)) found.push(path);
      }
    }
    return found.sort();
  }

  async #read(path: string): Promise<void> {
    const text = await this.#options.files.textOnDisk(path);
    if (this.#isClosed || this.#open.has(path)) return;
    if (text === undefined) this.table.delete(path);
    else this.table.set(namesIn(text, path));
  }
}

/** More are no workspace but a whole disk. */
const MAX_FOLDERS = 50_000;

/** A text that the parser cannot take ends nothing: it has no names. */
function namesIn(text: string, path: string): FileNames {
  try {
    return summarize(analyseText(text, path));
  } catch {
    return { path, requests: [], variables: [], others: [], uses: [], hasErrors: true };
  }
}
