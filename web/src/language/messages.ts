/** Messages between the page and the language worker. */
import type { HoverRequest } from '../../../src/authoring/hover/hover-context.js';
import type { Fix } from '../../../src/authoring/fixes/fixes.js';
import type { TextEdit } from '../../../src/authoring/fixes/text-edit.js';
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
  /** What `@data`, `@each` and `@loop` give, for hovering. */
  readonly data?: string;
  readonly elements?: NonNullable<HoverRequest['elements']>;
  /** The placeholders that the elements allow. */
  readonly placeholders: readonly string[];
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

/** Lines and columns count from 1, as in findings. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** A part of one line; `endColumn` is exclusive. */
export interface TextSpan extends TextPlace {
  readonly endColumn: number;
}

/** The name at a place, or why it cannot be changed; neither where there is none. */
export interface RenameStart {
  readonly name?: string;
  readonly refusal?: string;
}

/** What to write instead, or why the name cannot be changed. */
export interface RenameResult {
  readonly edits: readonly TextEdit[];
  readonly refusal?: string;
}

/** An assertion for a request, which is found by its name, or else by the line where it was. */
export interface NamedAssertion {
  readonly name: string;
  readonly line: number;
  /** One line as it is written: `expect body.id type number`. */
  readonly assertion: string;
}

/** The text with the assertions, and how many of them are new; or why nothing was added. */
export type AddedAssertions =
  | { readonly ok: true; readonly text: string; readonly count: number }
  | { readonly ok: false; readonly problem: string };

export type LanguageRequest =
  | { readonly id: number; readonly kind: 'check'; readonly path: string; readonly text: string }
  | { readonly id: number; readonly kind: 'format'; readonly path: string; readonly text: string }
  | {
      readonly id: number;
      readonly kind: 'fix';
      readonly path: string;
      readonly text: string;
      readonly finding: Finding;
    }
  | {
      readonly id: number;
      readonly kind: 'define' | 'startRename';
      readonly path: string;
      readonly text: string;
      readonly place: TextPlace;
    }
  | {
      readonly id: number;
      readonly kind: 'rename';
      readonly path: string;
      readonly text: string;
      readonly place: TextPlace;
      readonly newName: string;
    }
  | {
      readonly id: number;
      readonly kind: 'add';
      readonly path: string;
      readonly text: string;
      readonly addition: LineAddition;
    }
  | {
      readonly id: number;
      readonly kind: 'addAssertions';
      readonly path: string;
      readonly text: string;
      readonly assertions: readonly NamedAssertion[];
    };

export type LanguageResponse =
  | { readonly id: number; readonly kind: 'check'; readonly outline: Outline }
  | { readonly id: number; readonly kind: 'fix'; readonly fixes: readonly Fix[] }
  | { readonly id: number; readonly kind: 'add'; readonly added: AddedLine }
  | { readonly id: number; readonly kind: 'addAssertions'; readonly added: AddedAssertions }
  | { readonly id: number; readonly kind: 'define'; readonly span?: TextSpan }
  | { readonly id: number; readonly kind: 'startRename'; readonly start: RenameStart }
  | { readonly id: number; readonly kind: 'rename'; readonly renamed: RenameResult }
  /** The text is missing if the file has errors and cannot be formatted. */
  | { readonly id: number; readonly kind: 'format'; readonly text?: string; readonly problem?: string };
