/** Quoted text, found by scanning: a pattern would exhaust its stack on a very long line. */

/** Behind the quoted text that starts here, or -1: then callers look for no further one, to stay linear. */
export function quotedEnd(text: string, start: number, end: number): number {
  const quote = text.charCodeAt(start);
  if (quote !== 34 && quote !== 39) return -1;
  for (let at = start + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 92) at++;
    else if (code === quote) return at + 1;
  }
  return -1;
}

/** The content of a text in double quotes, `\\"` and `\\\\` decoded. */
export function unescapeQuoted(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(["\\])/g, '$1');
}
