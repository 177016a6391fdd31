/** A word for a POSIX shell; only what needs quotes gets them. */
export function shellWord(text: string): string {
  return /^[\w%+,./:=@-]+$/.test(text) ? text : shellQuote(text);
}

/** Between single quotes, only the quote itself has a special meaning. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
