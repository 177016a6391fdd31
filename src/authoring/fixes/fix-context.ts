/** What the makers of fixes are given, and what they make. */
import type { ReadScript } from '../../request-file/script-access.js';
import type { CheckedText } from './checked-text.js';
import type { TextEdit } from './text-edit.js';

export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** Whether what runs is the same as before. */
  readonly safe: boolean;
}

/** The code may be any text, because findings may come from a newer program. */
export interface FixableFinding {
  readonly code: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

/** What a text does not tell by itself: the names and scripts of other files. */
export interface FixSources {
  /** The names of the requests of another file, by its path as it is written; undefined if there is no such file. */
  readonly requestNames?: (path: string) => readonly string[] | undefined;
  readonly readScript?: ReadScript;
}

export interface FixContext {
  readonly finding: FixableFinding;
  /** The values in the message of the finding; empty where they cannot be read. */
  readonly values: Readonly<Record<string, string>>;
  readonly source: CheckedText;
  readonly sources: FixSources;
}
