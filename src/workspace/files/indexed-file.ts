import type { RequestFile } from '../../request-file/model/model.js';
import type { FileState } from './read-request-file.js';
import type { WalkedFile } from './walk-workspace.js';

export interface IndexedFile extends WalkedFile {
  /** 0 for a file with errors. */
  readonly requestCount: number;
}

export interface ParsedContent {
  readonly path: string;
  readonly hash: string;
  readonly file: RequestFile;
}

export interface CheckedFile {
  /** Normalised. */
  readonly path: string;
  /** The file as it is at this moment, where nothing has to be read for that. */
  readonly known: RequestFile | undefined;
}

export interface IndexedList {
  /** The same object as before when nothing has changed. */
  readonly files: readonly IndexedFile[];
  /** Paths of files that are too large to be counted here; they have 0 requests until somebody has. */
  readonly uncounted: readonly string[];
}

/** The state of a file in which it was counted. */
export interface CountedFile extends FileState {
  readonly requestCount: number;
}
