/** What the rest of the language server sees of the index of one workspace folder; plain data, free of Node. */
import type { FileNames } from '../../authoring/navigate/file-names.js';

/** Paths are relative to the folder, with `/`. */
export interface FolderIndex {
  readonly progress: IndexProgress;
  /** Walks the folder again; only files that have changed since they were read are parsed. */
  restart(): void;
  /** True as soon as everything on disk is in the index; false when that takes longer. */
  whenComplete(milliseconds: number): Promise<boolean>;
  /** Files or folders that were created, changed or removed on disk. */
  noteChanges(paths: readonly string[]): void;
  /** The text in the editor counts instead of the file on disk, which need not exist. */
  setOpen(names: FileNames): void;
  setClosed(path: string): void;
  /** Undefined for a file that is not indexed yet, or cannot be read. */
  namesOf(path: string): FileNames | undefined;
  /** Of all files that are indexed so far, in no order. */
  allNames(): Iterable<FileNames>;
  /** In the order of paths. */
  files(): readonly IndexedFileCount[];
  /** Requests whose name has the characters of the query in their order, whatever their case; the best match first. */
  findRequests(query: string): readonly FoundRequest[];
  /** The files that name this one, those that name them, and so on; without the file itself. */
  dependentsOf(path: string): readonly string[];
  /** The files with a placeholder for this name, or for something in it. */
  filesThatUse(name: string): readonly string[];
  /** The files with a dependency on this request of another file. */
  filesThatDependOn(path: string, request: string): readonly string[];
  /** The files with a definition of this name, as a variable, a capture or a request. */
  filesThatDefine(name: string): readonly string[];
  /** Ends the thread and the watching; a closed index keeps silent. */
  close(): Promise<void>;
}

export interface IndexProgress {
  /** How many files are in the index. */
  readonly indexed: number;
  /** How many the walk has found; undefined while it goes on. */
  readonly found: number | undefined;
  readonly isComplete: boolean;
}

export interface IndexedFileCount {
  readonly path: string;
  /** 0 for a file with errors. */
  readonly requests: number;
}

export interface FoundRequest {
  readonly name: string;
  readonly path: string;
  readonly line: number;
}

export interface FolderIndexEvents {
  /** These files now say something else, or are gone; also called for open documents. */
  readonly onChange?: (paths: readonly string[]) => void;
  /** Everything is indexed again, so that what was not known before can be said now. */
  readonly onComplete?: () => void;
  readonly onProgress?: (progress: IndexProgress) => void;
  /** A message for the user. */
  readonly onWarning?: (message: string) => void;
  /** A line for the log: a file or folder that cannot be read. */
  readonly onProblem?: (message: string) => void;
}

/** How many files of a folder are indexed. */
export const MAX_INDEXED_FILES = 20_000;
/** How many requests a search gives. */
export const MAX_FOUND_REQUESTS = 500;
