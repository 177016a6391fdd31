/** How producers of trees keep them writable (language section 12, rule 7). */

/** Text that must reach the wire as it is: `\{{` stands for the two braces and opens nothing. */
export function literalText(text: string): string {
  return text.replaceAll('{{', '\\{{');
}

/**
 * A pattern for backslashes, alone or each before a single brace. A placeholder behind them would be none, because
 * `\{{` opens nothing, so they are encoded with what the placeholder stands for.
 */
export const ESCAPING = String.raw`(?<!\\|\\\{)(?:\\+\{)*\\*`;

/** Where they begin that end at `end`; `end` when there are none. */
export function escapingStart(text: string, end: number): number {
  let start = end;
  for (;;) {
    let at = text.endsWith('\\{', start) ? start - 1 : start;
    if (text[at - 1] !== '\\') return start;
    while (text[at - 1] === '\\') at--;
    start = at;
  }
}

/** A placeholder that gives any text, line breaks and blanks at its ends included. */
export function base64Placeholder(text: string): string {
  const encoded = Buffer.from(text, 'utf8').toString('base64');
  // Empty parentheses would be no argument at all.
  return `{{$base64Decode(${encoded === '' ? '""' : encoded})}}`;
}

/** The parser drops blank lines at the end of a body, so text with such lines ends in a placeholder for them. */
export function protectTrailingLines(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\r\n'.includes(text[end - 1] ?? '')) end--;
  if (end > 0 && !/[\r\n]/.test(text.slice(end))) return text;
  const kept = escapingStart(text, end);
  return text.slice(0, kept) + base64Placeholder(text.slice(kept));
}

/** The names in order, made different by `_2`, `_3`, …; requests without a name stay without one. */
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
