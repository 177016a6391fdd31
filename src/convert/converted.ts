/** The input and output of every importer: text of another tool, request files, and losses. */
import type { RequestFile } from '../request-file/model/model.js';

export interface Converted {
  readonly files: readonly ConvertedFile[];
  /** In the order of the source. */
  readonly losses: readonly Loss[];
  /** About the source as a whole, such as an older version that was read anyway. */
  readonly warnings: readonly string[];
}

export interface ConvertedFile {
  /** Suggested path below an output directory; empty when there is only one file. */
  readonly path: string;
  readonly file: RequestFile;
  /** Bodies that request-file text cannot contain, to be saved beside the file. */
  readonly bodies: readonly SavedBody[];
}

export interface SavedBody {
  /** Relative to the directory of the request file. */
  readonly path: string;
  readonly text: string;
  /** Whether it only stands for a file of the user, which it must never replace. */
  readonly isPlaceholder?: true;
}

export interface Loss {
  /** Place in the source: a JSON pointer, or `command 3`. */
  readonly path: string;
  readonly reason: string;
}

export interface ConvertOptions {
  /** Write assertions. */
  readonly tests: boolean;
  /** Save bodies that cannot be written in place as files; otherwise they are lost. */
  readonly saveBodies: boolean;
}
