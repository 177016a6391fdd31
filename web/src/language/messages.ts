/** What the page asks the worker of the language, and what it gets back. */
import type { Diagnostic } from '../../../src/request-file/model/diagnostic.js';

export interface OutlineRequest {
  /** How a run asks for it: its name, else `METHOD URL`. */
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly line: number;
  readonly requestLine: number;
  readonly captures: readonly string[];
}

/** With whatever code: a server may know more of them than this page. */
export type Finding = Omit<Diagnostic, 'code' | 'phase'> & { readonly code: string };

export interface Outline {
  readonly requests: readonly OutlineRequest[];
  readonly variables: readonly { readonly name: string; readonly value: string; readonly secret: boolean }[];
  readonly diagnostics: readonly Finding[];
}

export type Question =
  | { readonly id: number; readonly kind: 'check'; readonly path: string; readonly text: string }
  | { readonly id: number; readonly kind: 'format'; readonly path: string; readonly text: string };

export type Reply =
  | { readonly id: number; readonly kind: 'check'; readonly outline: Outline }
  /** Without a text the file has errors and cannot be formatted. */
  | { readonly id: number; readonly kind: 'format'; readonly text?: string; readonly problem?: string };
