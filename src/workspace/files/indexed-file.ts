import type { RequestFile } from '../../request-file/model/model.js';
import type { FileVersion } from '../paths/file-version.js';
import type { FileState } from './read-request-file.js';
import type { WalkedFile } from './walk-workspace.js';

export interface IndexedFile extends WalkedFile {
  /** 0 for a file with syntax errors, whose requests cannot be relied on. */
  readonly requestCount: number;
}

export interface ParsedContent {
  readonly path: string;
  readonly hash: string;
  readonly file: RequestFile;
}

/** A file that is being parsed. */
export interface Parsing {
  readonly version: FileVersion;
  readonly result: Promise<ParsedContent>;
}

export interface CheckedFile {
  readonly path: string;
  /** The current content, if that is cached. */
  readonly parsed: RequestFile | undefined;
}

export interface IndexedList {
  /** The same array object as in the last list if nothing has changed. */
  readonly files: readonly IndexedFile[];
  /** Paths of files that are too large to be parsed in this thread; their count is 0 until another thread has parsed them. */
  readonly uncounted: readonly string[];
}

/** A file in the state in which its requests were counted. */
export interface CountedFile extends FileState {
  readonly requestCount: number;
}

/** What the index knows about a version of a file. */
export interface KnownFile extends FileState {
  /** Undefined until the file is parsed. */
  readonly requestCount: number | undefined;
  /** The object that lists contain as long as the file stays the same. */
  listed?: IndexedFile;
}

/** The last list, which is given again as long as it is valid. */
export interface LastList {
  readonly files: readonly WalkedFile[];
  readonly list: readonly IndexedFile[];
  /** Nothing had to be read for it, so the list stays valid as long as the files are the same. */
  readonly isSettled: boolean;
}
