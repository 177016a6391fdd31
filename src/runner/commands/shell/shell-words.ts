/** The parts of a shell command that decide where values may be inserted. */

/** A placeholder in the text of a command. */
export interface Spot {
  /** The position among the placeholders. */
  readonly index: number;
  readonly source: string;
  /** Whether it is inside double quotes. */
  readonly quoted: boolean;
  /** The words around it, from outside to inside; more than one inside `$(…)`. */
  readonly words: readonly Word[];
  /** Why no value may stand here, because of the quotes and brackets around it. */
  readonly refusal: string | undefined;
}

export interface Word {
  /** The text without quotes; each placeholder is `PLACEHOLDER`, each other expansion `EXPANSION`. */
  text: string;
  readonly command: SimpleCommand;
  /** The position among the words of its command; -1 for the target of a redirection. */
  readonly position: number;
}

export interface SimpleCommand {
  readonly words: Word[];
  /** Whether its words are values or patterns: `name=( … )`, `case … in a|b)`. */
  readonly isList: boolean;
}

export const PLACEHOLDER = '\u{E000}';
export const EXPANSION = '\u{E001}';

export interface ShellText {
  readonly spots: readonly Spot[];
  readonly commands: readonly SimpleCommand[];
  /** The contents of `$((…))`, `((…))`, `$[…]`, `[[ … ]]` and `${…}`, by their opening sign. */
  readonly evaluated: readonly { readonly kind: Bracket; readonly content: string }[];
  readonly hasHereString: boolean;
  readonly definesFunction: boolean;
}

export type Bracket = '((' | '[[' | '${';
