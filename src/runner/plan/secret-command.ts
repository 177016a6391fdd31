/** Programs that print the values of secrets, as data. */

export interface SecretCommand {
  /** The variable that has the value. */
  readonly name: string;
  /** The first word as written, which messages and sources show. */
  readonly program: string;
  /** The environment of the run. */
  readonly environment: string;
  /** The environment is inserted already. */
  readonly args: readonly string[];
  /** The absolute folder of the config file. */
  readonly directory: string;
  readonly timeoutMs: number;
  /** Why the program must not be started, as the end of a sentence. */
  readonly problem?: string;
}

/** What is known about a secret after its program was asked. */
export type SettledSecret = { readonly value: string } | { readonly failure: string };

/** What a program gave: the value, or why there is none, with what the program said about it. */
export type AskedSecret =
  | { readonly value: string }
  | { readonly failure: string; /** Not masked yet. */ readonly detail: string };

/** Asks the program; rejects only when the signal stops it. */
export type AskSecret = (command: SecretCommand, signal: AbortSignal) => Promise<AskedSecret>;

/** Lines that are shorter are too common to be masked on their own. */
const MIN_LINE_CHARACTERS = 8;

/** The texts that have to be masked: the value, and each of its longer lines. */
export function secretTexts(value: string): readonly string[] {
  const lines = value.split(/\r\n|[\r\n]/);
  if (lines.length === 1) return [value];
  const trimmed = lines.map((line) => line.trim());
  return [value, ...[...lines, ...trimmed].filter((line) => line.length >= MIN_LINE_CHARACTERS)];
}
