/** What the makers of fixes are given. */
import type { Diagnostic } from '../../request-file/model/diagnostic.js';
import type { RequestFile } from '../../request-file/model/model.js';
import type { TextEdit, TextLines } from './text-edit.js';

export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** Whether what runs is the same as before. */
  readonly safe: boolean;
}

export type FixableFinding = Pick<Diagnostic, 'code' | 'message' | 'line' | 'column' | 'endColumn'>;

export interface FixContext {
  readonly finding: FixableFinding;
  /** The values in the message of the finding; empty where they cannot be read. */
  readonly values: Readonly<Record<string, string>>;
  readonly lines: TextLines;
  readonly file: RequestFile;
}

/** The index of the request that a line belongs to. */
export function requestAt({ requests }: RequestFile, line: number): number {
  return requests.findLastIndex((request) => request.line <= line);
}
