/** The input and output of the translation of scripts of other clients, which are never executed. */
import type { Assertion, Capture, VariableSet } from '../model/model.js';

export type ScriptClient = 'postman' | 'insomnia' | 'bruno' | 'jetbrains' | 'httpyac';

export interface ScriptSource {
  readonly text: string;
  readonly client: ScriptClient;
  /** Whether it stands before the request is sent or after the response. */
  readonly stage: 'before' | 'after';
  /** The line of its first line in the file; 1 where lines count in the script. */
  readonly line: number;
  /** The column of its first character; 1 if absent. */
  readonly column?: number;
  /** What a script reads as the name of its request. */
  readonly requestName: string;
  /** Whether the result becomes a file, where headers, bodies and schemas can be written too. */
  readonly importing: boolean;
  /** Variables that scripts before it set in ways that are not translated; undefined stands for any. */
  readonly lostVariables?: readonly (string | undefined)[];
  /** Whether every variable that it sets is global, because one source becomes several files. */
  readonly global?: boolean;
}

/** Lines count as in the source. `comments` of an assertion hold the name of the test that it begins. */
export interface Translation {
  readonly assertions: readonly Assertion[];
  readonly captures: readonly Capture[];
  readonly sets: readonly VariableSet[];
  /** Changes of the request itself, of scripts before it; empty unless `importing`. */
  readonly changes: readonly RequestChange[];
  /** JSON Schemas that assertions name, to be saved beside the file; empty unless `importing`. */
  readonly schemas: readonly ScriptSchema[];
  /** What has no counterpart, once per outermost statement. */
  readonly reports: readonly ScriptReport[];
  /** What is left out by design. */
  readonly ignored: readonly ScriptReport[];
  /** As in its source, with those of the script itself. */
  readonly lostVariables?: readonly (string | undefined)[];
}

export type RequestChange =
  | { readonly kind: 'header'; readonly name: string; readonly value: string }
  | { readonly kind: 'body'; readonly text: string }
  | { readonly kind: 'timeout'; readonly milliseconds: number };

export interface ScriptSchema {
  /** Relative to the file, as the assertion names it. */
  readonly path: string;
  readonly text: string;
}

export interface ScriptReport {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** What it is, such as `pm.sendRequest` or `a loop`. */
  readonly form: string;
  /** Why it has no counterpart; empty for what is ignored. */
  readonly reason: string;
}

export type TranslateScript = (source: ScriptSource) => Translation;
