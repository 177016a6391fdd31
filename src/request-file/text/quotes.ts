/** Scans and writes quoted text; a regular expression would exhaust its stack on a very long line. */

/** The offset after the quoted text that starts here, or -1; then callers search no further, to stay linear. */
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

/**
 * The first offset outside quoted text for which `stops` is true, else `end`. A quote that is never closed is an
 * ordinary character, and so are the quotes after it.
 */
export function findOutsideQuotes(
  text: string,
  start: number,
  end: number,
  stops: (code: number, at: number) => boolean,
): number {
  let quotes = true;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (quotes && (code === 34 || code === 39)) {
      const stop = quotedEnd(text, at, end);
      quotes = stop > 0;
      if (quotes) at = stop - 1;
    } else if (stops(code, at)) return at;
  }
  return end;
}

/** The content of a text in double quotes, with `\"` and `\\` decoded. */
export function unescapeQuoted(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(["\\])/g, '$1');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

export type ParsedQuoted = { readonly text: string; readonly end: number } | { readonly problem: string };

/**
 * Parses the quoted text at `start` and decodes its escapes. Any other backslash is kept, and so is the escape of a
 * placeholder. `strict` accepts only JSON.
 */
export function readQuoted(source: string, start: number, strict = false): ParsedQuoted {
  const quote = source[start];
  let text = '';
  let from = start + 1;
  for (let at = from; at < source.length; at++) {
    const character = source[at];
    if (character === quote) return { text: text + source.slice(from, at), end: at + 1 };
    if (strict && (character ?? '') < ' ') {
      return { problem: 'the object is not valid JSON: control character in a string' };
    }
    if (character !== '\\') continue;
    const next = source[at + 1] ?? '';
    const decoded = next === 'u' ? unicodeEscape(source, at + 2) : ESCAPES[next];
    if (strict && (decoded === undefined || next === "'") && !source.startsWith('{{', at + 1)) {
      return { problem: `the object is not valid JSON: unknown escape \`\\${next}\`` };
    }
    if (decoded === undefined) continue;
    text += source.slice(from, at) + decoded;
    at += next === 'u' ? 5 : 1;
    from = at + 1;
  }
  return { problem: 'the quoted text is not closed' };
}

function unicodeEscape(source: string, at: number): string | undefined {
  const hex = source.slice(at, at + 4);
  return /^[0-9a-fA-F]{4}$/.test(hex) ? String.fromCharCode(Number.parseInt(hex, 16)) : undefined;
}

/** As a parameter of a directive. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** A name with a comma stands in quotes. */
export function dependencyText(name: string): string {
  return name.includes(',') || name.startsWith('"') ? quote(name) : name;
}
