/** What an editor offers at a place of a text. */
import { codeBlock, escapeMarkdown } from '../markdown.js';

export type CompletionKind =
  | 'block'
  | 'capture'
  | 'column'
  | 'directive'
  | 'file'
  | 'function'
  | 'header'
  | 'key'
  | 'keyword'
  | 'method'
  | 'operator'
  | 'request'
  | 'subject'
  | 'type'
  | 'value'
  | 'variable';

export interface CompletionItem {
  readonly label: string;
  readonly kind: CompletionKind;
  /** The form of its value, or where it comes from. */
  readonly detail?: string;
  /** One or two sentences; code is in grave accents. */
  readonly meaning?: string;
  /** Lines of a request file that use the word. */
  readonly example?: string;
  /** What is written in place of the label. */
  readonly insert?: string;
  /** The same with places to fill in, in the form that language servers have for them. */
  readonly snippet?: string;
  /** Lower ones come first; items of equal rank are sorted by their labels. */
  readonly rank: number;
}

/** Which paths are to be offered: request files, data files or any; as written so far. */
export interface PathQuery {
  readonly written: string;
  readonly purpose: 'request' | 'data' | 'any';
}

export interface Completions {
  /** Where the word to complete starts, counted from 1. */
  readonly column: number;
  readonly items: readonly CompletionItem[];
  /** What only the file system knows. */
  readonly paths?: PathQuery;
}

/** The names that the file and its settings give. */
export interface CompletionNames {
  readonly requests: readonly { readonly name: string; readonly captures: readonly string[] }[];
  /** Of the file. */
  readonly variables: readonly string[];
  /** Of the active environment. */
  readonly environment: readonly string[];
  /** Of the data file of the request; empty without one. */
  readonly columns?: readonly string[];
  /** What `@each` or `@loop` gives to the request, with paths into it; empty without one. */
  readonly elements?: readonly string[];
  /** Names of requests by the path, as written, of another file. */
  readonly requestsOf?: (path: string) => readonly string[];
}

/** Meaning and example of an item as Markdown; empty if it has neither. */
export function completionMarkdown({
  meaning,
  example,
}: Pick<CompletionItem, 'meaning' | 'example'>): string {
  return [
    ...(meaning === undefined ? [] : [escapeMarkdown(meaning)]),
    ...(example === undefined ? [] : [codeBlock(example, 'http')]),
  ].join('\n\n');
}
