/** Escapes texts and names, so that built trees can be written. */

/** Escapes placeholders in text that must be sent as it is. */
export function literalText(text: string): string {
  return text.replaceAll('{{', '\\{{');
}

/**
 * Matches backslashes, alone or each before a single brace. A placeholder after them would be escaped, so they are
 * encoded together with the value of the placeholder.
 */
export const ESCAPING_PATTERN = String.raw`(?<!\\|\\\{)(?:\\+\{)*\\*`;

/** The start of such backslashes that end at `end`; `end` if there are none. */
export function escapingStart(text: string, end: number): number {
  let start = end;
  for (;;) {
    let at = text.endsWith('\\{', start) ? start - 1 : start;
    if (text[at - 1] !== '\\') return start;
    while (text[at - 1] === '\\') at--;
    start = at;
  }
}

/** A placeholder for any text, including line breaks and blanks at its ends. */
export function base64Placeholder(text: string): string {
  const encoded = Buffer.from(text, 'utf8').toString('base64');
  // Empty parentheses would mean that there is no argument.
  return `{{$base64Decode(${encoded === '' ? '""' : encoded})}}`;
}

/** Makes names unique with `_2`, `_3`, …; empty names stay empty. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set(names);
  const used = new Set<string>();
  const next = new Map<string, number>();
  return names.map((name) => {
    if (name === '' || !used.has(name)) {
      used.add(name);
      return name;
    }
    let number = next.get(name) ?? 2;
    while (taken.has(`${name}_${number}`)) number++;
    next.set(name, number + 1);
    taken.add(`${name}_${number}`);
    return `${name}_${number}`;
  });
}
