/** A word of a command line. */
export interface CurlWord {
  readonly text: string;
  /** Comes from the request, so it is quoted. */
  readonly quoted: boolean;
}

export function plainWord(text: string): CurlWord {
  return { text, quoted: false };
}

export function quotedWord(text: string): CurlWord {
  return { text: text.toWellFormed(), quoted: true };
}

/** The command on one line; a line break inside a value stays one. */
export function commandLine(words: readonly CurlWord[]): string {
  return words.map(({ text, quoted }) => (quoted ? shellQuote(text) : text)).join(' ');
}

/** Nothing has a meaning between single quotes but the quote itself. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
