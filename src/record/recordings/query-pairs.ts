/** The parameters of a query or of a form, as they are written. */
export interface Pair {
  /** Decoded. */
  readonly name: string;
  /** As written. */
  readonly value: string;
  readonly start: number;
}

/** With or without its question mark. */
export function* pairsIn(text: string): Generator<Pair> {
  if (text === '') return;
  let start = text.startsWith('?') ? 1 : 0;
  for (const pair of text.slice(start).split('&')) {
    const equals = pair.indexOf('=');
    if (equals !== -1) {
      yield {
        name: formDecoded(pair.slice(0, equals)),
        value: pair.slice(equals + 1),
        start: start + equals + 1,
      };
    }
    start += pair.length + 1;
  }
}

export function formDecoded(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
