/** What a shell command is made of, as far as it matters for the values that are put into it. */

/** A placeholder in the text of a command. */
export interface Spot {
  /** Position among the placeholders. */
  readonly index: number;
  readonly source: string;
  /** Inside double quotes. */
  readonly quoted: boolean;
  /** The words it stands in, from the outside to the inside: more than one inside `$(…)`. */
  readonly words: readonly Word[];
  /** Why no value may stand here, known from the quotes and brackets around it. */
  readonly refusal: string | undefined;
}

export interface Word {
  /** Without quotes; each placeholder as `PLACEHOLDER`, each other expansion as `EXPANSION`. */
  text: string;
  readonly command: SimpleCommand;
  /** Position among the words of its command; -1 for the target of a redirection. */
  readonly position: number;
}

export interface SimpleCommand {
  readonly words: Word[];
  /** Its words are values or patterns: `name=( … )`, `case … in a|b)`. */
  readonly isList: boolean;
}

export const PLACEHOLDER = '\u{E000}';
export const EXPANSION = '\u{E001}';

export interface ShellText {
  readonly spots: readonly Spot[];
  readonly commands: readonly SimpleCommand[];
  /** Contents of `$((…))`, `((…))`, `$[…]`, `[[ … ]]` and `${…}`, by the sign they begin with. */
  readonly evaluated: readonly { readonly kind: Bracket; readonly content: string }[];
  readonly hasHereString: boolean;
  readonly definesFunction: boolean;
}

export type Bracket = '((' | '[[' | '${';
