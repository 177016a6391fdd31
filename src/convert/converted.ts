/** What every importer takes and gives: text of another tool in, request files and what was lost out. */
import type { RequestFile } from '../request-file/model/model.js';

export interface Converted {
  readonly files: readonly ConvertedFile[];
  /** In the order of the source. */
  readonly losses: readonly Loss[];
  /** About the source as a whole, such as an older version that was read all the same. */
  readonly warnings: readonly string[];
}

export interface ConvertedFile {
  /** Suggested path below an output directory; empty when there is only one file. */
  readonly path: string;
  readonly file: RequestFile;
  /** Bodies that request-file text cannot hold, to be saved beside the file. */
  readonly bodies: readonly SavedBody[];
}

export interface SavedBody {
  /** Relative to the directory of the request file. */
  readonly path: string;
  readonly text: string;
}

export interface Loss {
  /** Place in the source: a JSON pointer, or `command 3`. */
  readonly path: string;
  readonly reason: string;
}

export interface ConvertOptions {
  /** Assertions are written. */
  readonly tests: boolean;
  /** Bodies that cannot be written in place may be saved as files; otherwise they are lost. */
  readonly saveBodies: boolean;
}
