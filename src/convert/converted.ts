/** The input and output of every importer: text of another tool, request files, and losses. */
import type { RequestFile } from '../request-file/model/model.js';

export interface Converted {
  readonly files: readonly ConvertedFile[];
  /** In the order of the source. */
  readonly losses: readonly Loss[];
  /** About the source as a whole, such as an older version that was read anyway. */
  readonly warnings: readonly string[];
  /** Files that belong to no single request file, such as a service.yaml; only with a directory as output. */
  readonly extras?: readonly ExtraFile[];
}

export interface ExtraFile {
  /** Below the output directory, with `/`. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

export interface ConvertedFile {
  /** Suggested path below an output directory; empty when there is only one file. */
  readonly path: string;
  readonly file: RequestFile;
  /** The text to write, if it is not the canonical one of the file. */
  readonly text?: string;
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
  /** Place in the source: a JSON pointer, `command 3`, or the path of a file. */
  readonly path: string;
  /** The first line; it counts in the script if `path` is a JSON pointer, else in the file. */
  readonly line?: number;
  /** Set if the last line is another one. */
  readonly endLine?: number;
  /** What the source says there. */
  readonly text?: string;
  readonly reason: string;
}

/** `/item/0/event/0:12`, `orders/read.bru:12-18` */
export function placeOfLoss({ path, line, endLine }: Loss): string {
  if (line === undefined) return path;
  return endLine === undefined || endLine <= line ? `${path}:${line}` : `${path}:${line}-${endLine}`;
}

export interface ConvertOptions {
  /** Write assertions. */
  readonly tests: boolean;
  /** Save bodies that cannot be written in place as files; otherwise they are lost. */
  readonly saveBodies: boolean;
  /** Environments become a `service.yaml`. */
  readonly config?: 'write';
  /** Add `@depends` where a request uses what another one captures. */
  readonly chain?: boolean;
}
