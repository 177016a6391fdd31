/** The index of a workspace folder: what is on disk, read in a thread, and above it what is open in the editor. */
import { realpathSync } from 'node:fs';
import type { FileNames } from '../../authoring/navigate/file-names.js';
import { isInReach } from '../../workspace/files/walk-workspace.js';
import type { FileVersion } from '../../workspace/paths/file-version.js';
import {
  MAX_INDEXED_FILES,
  type FolderIndex,
  type FolderIndexEvents,
  type FoundRequest,
  type IndexedFileCount,
  type IndexProgress,
} from './index-types.js';
import { packVersions, unpackNames, type NamesBatch, type ReadEvent } from './names-program.js';
import { NamesTable } from './names-table.js';
import { NamesThread, type NamesReader } from './names-thread.js';
import { PendingWork } from './pending-work.js';

export interface FolderIndexOptions extends FolderIndexEvents {
  /** The folder, absolute. */
  readonly root: string;
  /** Whether changes are noticed by the system; otherwise only `noteChanges` reports them. */
  readonly watches: boolean;
  /** A config file of the folder may have changed; called only when changes are watched. */
  readonly onConfig?: () => void;
  readonly reader?: NamesReader;
  readonly maxFiles?: number;
}

interface DiskFile {
  readonly path: string;
  readonly version: FileVersion;
  readonly names: FileNames;
}

/** Starts to read at once, and returns before anything is read. */
export function openFolderIndex(options: FolderIndexOptions): FolderIndex {
  return new DiskIndex(options);
}

class DiskIndex implements FolderIndex {
  readonly #options: FolderIndexOptions;
  readonly #root: string;
  readonly #maxFiles: number;
  readonly #reader: NamesReader;
  readonly #disk = new Map<string, DiskFile>();
  readonly #open = new Set<string>();
  /** What counts: the open text of a file, else the one on disk. */
  readonly #table = new NamesTable();
  readonly #closing = new AbortController();
  readonly #work: PendingWork;
  #watch: Promise<{ close(): Promise<void> } | undefined> = Promise.resolve(undefined);
  #found: number | undefined;
  #hasWarned = false;

  constructor(options: FolderIndexOptions) {
    this.#options = options;
    this.#root = realRoot(options.root);
    this.#maxFiles = options.maxFiles ?? MAX_INDEXED_FILES;
    this.#reader = options.reader ?? new NamesThread();
    this.#work = new PendingWork({
      walk: () => this.#walk(),
      read: (paths) => this.#read(paths),
      onComplete: () => {
        this.#reportProgress();
        options.onComplete?.();
      },
      onFailure: (error) => this.#onFailure(error),
    });
    if (options.watches) this.#watch = this.#startWatching();
    this.#work.addWalk();
  }

  get progress(): IndexProgress {
    return { indexed: this.#table.size, found: this.#found, isComplete: this.#work.isDone };
  }

  restart(): void {
    if (!this.#isClosed) this.#work.addWalk();
  }

  whenComplete(milliseconds: number): Promise<boolean> {
    return this.#work.whenDone(milliseconds);
  }

  noteChanges(paths: readonly string[]): void {
    if (this.#isClosed) return;
    const files = paths.filter((path) => isInReach(path));
    // A folder that was created, moved or removed: what it holds is found by a walk.
    if (paths.some((path) => !isInReach(path) && this.#mayHoldFiles(path))) this.#work.addWalk();
    this.#work.addPaths(files.filter((path) => !this.#open.has(path) && this.#isWithinLimit(path)));
  }

  setOpen(names: FileNames): void {
    if (this.#isClosed) return;
    const { path } = names;
    this.#open.add(path);
    this.#table.set(names);
    this.#options.onChange?.([path]);
  }

  setClosed(path: string): void {
    if (!this.#open.delete(path) || this.#isClosed) return;
    const disk = this.#disk.get(path);
    if (disk) this.#table.set(disk.names);
    else this.#table.delete(path);
    this.#options.onChange?.([path]);
    this.noteChanges([path]);
  }

  namesOf(path: string): FileNames | undefined {
    return this.#table.get(path);
  }

  allNames(): Iterable<FileNames> {
    return this.#table.all();
  }

  files(): readonly IndexedFileCount[] {
    return this.#table.counts();
  }

  findRequests(query: string): readonly FoundRequest[] {
    return this.#table.findRequests(query);
  }

  dependentsOf(path: string): readonly string[] {
    return this.#table.dependentsOf(path);
  }

  filesThatUse(name: string): readonly string[] {
    return this.#table.filesThatUse(name);
  }

  filesThatDependOn(path: string, request: string): readonly string[] {
    return this.#table.filesThatDependOn(path, request);
  }

  filesThatDefine(name: string): readonly string[] {
    return this.#table.filesThatDefine(name);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the folder was closed'));
    this.#work.close();
    await this.#reader.close();
    await (await this.#watch)?.close();
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  async #startWatching(): Promise<{ close(): Promise<void> } | undefined> {
    const { watchVersions } = await import('./watch-versions.js');
    const { onConfig, onWarning } = this.#options;
    if (this.#isClosed) return undefined;
    return watchVersions({
      root: this.#root,
      onChange: (path) => this.noteChanges([path]),
      onConfig: () => onConfig?.(),
      onWarning: (message) => onWarning?.(`svc: ${message}`),
    }).catch((error: unknown) => {
      this.#options.onProblem?.(messageOf(error));
      return undefined;
    });
  }

  async #walk(): Promise<void> {
    // What changes while files are read must be noticed already.
    await this.#watch;
    const { present } = await this.#readInto(undefined);
    const found = new Set(present);
    this.#remove([...this.#disk.keys()].filter((path) => !found.has(path)));
  }

  async #read(paths: readonly string[]): Promise<void> {
    const { present } = await this.#readInto(paths);
    const found = new Set(present);
    this.#remove(paths.filter((path) => !found.has(path)));
  }

  #readInto(paths: readonly string[] | undefined): ReturnType<NamesReader['read']> {
    const kept = paths ? paths.flatMap((path) => this.#disk.get(path) ?? []) : [...this.#disk.values()];
    return this.#reader.read(
      { root: this.#root, ...(paths && { paths }), kept: packVersions(kept), maxFiles: this.#maxFiles },
      (event) => this.#receive(event),
      this.#closing.signal,
    );
  }

  #receive(event: ReadEvent): void {
    if (this.#isClosed) return;
    if ('problem' in event) this.#options.onProblem?.(event.problem);
    else if ('batch' in event) this.#add(event.batch);
    else {
      this.#found = event.found;
      if (event.found > this.#maxFiles) this.#warn(event.found);
    }
    if (!('problem' in event)) this.#reportProgress();
  }

  #add(batch: NamesBatch): void {
    const changed: string[] = [];
    for (const file of unpackNames(batch)) {
      this.#disk.set(file.path, file);
      if (this.#open.has(file.path)) continue;
      this.#table.set(file.names);
      changed.push(file.path);
    }
    if (changed.length > 0) this.#options.onChange?.(changed);
  }

  #remove(paths: readonly string[]): void {
    if (this.#isClosed) return;
    const changed: string[] = [];
    for (const path of paths) {
      this.#disk.delete(path);
      if (!this.#open.has(path) && this.#table.delete(path)) changed.push(path);
    }
    if (changed.length > 0) this.#options.onChange?.(changed);
  }

  /** A path that no request file has: a folder of indexed files that is gone, or one that may be new. */
  #mayHoldFiles(path: string): boolean {
    return isInReach(`${path}/x.http`) && !/\.[^./]+$/.test(path);
  }

  #isWithinLimit(path: string): boolean {
    return this.#disk.has(path) || this.#disk.size < this.#maxFiles;
  }

  #warn(found: number): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#options.onWarning?.(`svc: ${found} request files; the first ${this.#maxFiles} are indexed`);
  }

  #reportProgress(): void {
    if (!this.#isClosed) this.#options.onProgress?.(this.progress);
  }

  #onFailure(error: unknown): void {
    if (!this.#isClosed) this.#options.onProblem?.(`the index is not complete: ${messageOf(error)}`);
  }
}

/** A folder that does not exist is reported by its walk. */
function realRoot(root: string): string {
  try {
    return realpathSync.native(root);
  } catch {
    return root;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
