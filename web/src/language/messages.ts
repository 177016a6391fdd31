/** Messages between the page and the language worker. */
import type { AddedLine, LineAddition } from '../../../src/request-file/add-line.js';
import type { Diagnostic } from '../../../src/request-file/model/diagnostic.js';

export interface OutlineRequest {
  /** The name for a run: the name of the request, else `METHOD URL`. */
  readonly name: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly method: string;
  readonly url: string;
  readonly line: number;
  readonly requestLine: number;
  readonly captures: readonly string[];
}

/** The code may be any text, because the server may be newer than this page. */
export type Finding = Omit<Diagnostic, 'code' | 'phase' | 'severity'> & {
  readonly code: string;
  /** `information` is for editors only; a file with nothing else is valid. */
  readonly severity: Diagnostic['severity'] | 'information';
};

export interface Outline {
  readonly requests: readonly OutlineRequest[];
  readonly variables: readonly {
    readonly name: string;
    readonly value: string;
    readonly secret: boolean;
    readonly line: number;
  }[];
  readonly diagnostics: readonly Finding[];
}

export type LanguageRequest =
  | { readonly id: number; readonly kind: 'check'; readonly path: string; readonly text: string }
  | { readonly id: number; readonly kind: 'format'; readonly path: string; readonly text: string }
  | {
      readonly id: number;
      readonly kind: 'add';
      readonly path: string;
      readonly text: string;
      readonly addition: LineAddition;
    };

export type LanguageResponse =
  | { readonly id: number; readonly kind: 'check'; readonly outline: Outline }
  | { readonly id: number; readonly kind: 'add'; readonly added: AddedLine }
  /** The text is missing if the file has errors and cannot be formatted. */
  | { readonly id: number; readonly kind: 'format'; readonly text?: string; readonly problem?: string };
