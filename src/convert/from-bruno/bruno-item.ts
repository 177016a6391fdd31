/** A request, folder or collection of Bruno, as both of its file formats describe it. */
import type { Loss } from '../converted.js';

export interface BrunoEntry {
  readonly name: string;
  readonly value: string;
  readonly enabled: boolean;
  /** The line in the file; 0 in YAML. */
  readonly line: number;
}

/** A place in a file, for losses. */
export interface BrunoPlace {
  readonly file: string;
  /** The line of its first line; 0 in YAML, where `pointer` names the place. */
  readonly line: number;
  readonly pointer?: string;
}

export interface BrunoScript extends BrunoPlace {
  readonly text: string;
  readonly stage: 'before' | 'after';
}

export interface BrunoAuth extends BrunoPlace {
  /** `none`, `inherit`, `bearer` and so on. */
  readonly mode: string;
  readonly part: (name: string) => string;
}

export interface BrunoPart {
  readonly name: string;
  readonly value: string;
  readonly files?: readonly string[];
  readonly type?: string;
}

export type BrunoBody =
  | { readonly mode: 'json' | 'text' | 'xml' | 'sparql'; readonly text: string }
  | { readonly mode: 'form'; readonly fields: readonly BrunoEntry[] }
  | { readonly mode: 'multipart'; readonly parts: readonly BrunoPart[] }
  | { readonly mode: 'graphql'; readonly query: string; readonly variables: string }
  | { readonly mode: 'file'; readonly path: string; readonly type: string };

/** A line `expression: operator value`. */
export interface BrunoAssert extends BrunoPlace {
  readonly expression: string;
  readonly check: string;
}

/** `vars:post-response`: a variable with an expression. */
export interface BrunoCapture extends BrunoPlace {
  readonly name: string;
  readonly expression: string;
}

/** What folders and the collection pass to the requests inside. */
export interface BrunoShared {
  readonly file: string;
  readonly name: string;
  readonly seq: number | undefined;
  readonly headers: readonly BrunoEntry[];
  readonly auth: BrunoAuth | undefined;
  readonly variables: readonly BrunoEntry[];
  readonly captures: readonly BrunoCapture[];
  readonly asserts: readonly BrunoAssert[];
  readonly scripts: readonly BrunoScript[];
  readonly losses: readonly Loss[];
}

export interface BrunoRequest extends BrunoShared {
  /** `http` or `graphql`; others have no counterpart. */
  readonly type: string;
  readonly method: string;
  readonly url: string;
  /** Undefined if the URL has the query. */
  readonly query: readonly BrunoEntry[] | undefined;
  readonly path: readonly BrunoEntry[];
  readonly body: BrunoBody | undefined;
  readonly tags: readonly string[];
  readonly docs: string;
  readonly followRedirects: boolean;
  /** Milliseconds; 0 for the default. */
  readonly timeout: number;
}

export interface BrunoEnvironment {
  readonly file: string;
  readonly name: string;
  readonly variables: readonly BrunoEntry[];
  /** The names of values that the file does not contain. */
  readonly secrets: readonly string[];
}

/** `file.bru:12`, or the pointer inside of a YAML file as part of the reason. */
export function lossAt(
  { file, line, pointer }: BrunoPlace,
  reason: string,
  span: { readonly line?: number; readonly endLine?: number; readonly text?: string } = {},
): Loss {
  if (pointer !== undefined) {
    const at = span.line === undefined ? pointer : `${pointer}:${span.line}`;
    return { path: file, reason: `${at}: ${reason}`, ...(span.text !== undefined && { text: span.text }) };
  }
  const first = span.line ?? line;
  return { path: file, ...(first > 0 && { line: first }), ...span, reason };
}
