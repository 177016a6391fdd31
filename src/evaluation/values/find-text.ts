/** Where a text stands in another one; the built-in search can take as long as both multiplied. */

/** What the built-in search does in some hundredths of a second at worst, and nearly always at once. */
const MAX_PRODUCT = 50_000_000;

export function indexOfText(text: string, part: string): number {
  return text.length * part.length <= MAX_PRODUCT ? text.indexOf(part) : linearIndexOf(text, part);
}

/** Knuth, Morris and Pratt: no character of the text is looked at again. */
function linearIndexOf(text: string, part: string): number {
  if (part.length > text.length) return -1;
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    while (matched > 0 && code !== part.charCodeAt(matched)) matched = borders[matched - 1] as number;
    if (code === part.charCodeAt(matched)) matched++;
    if (matched === part.length) return at + 1 - matched;
  }
  return -1;
}

/** For each beginning of the text, how much of its end is a beginning too. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length);
  let length = 0;
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    while (length > 0 && code !== text.charCodeAt(length)) length = borders[length - 1] as number;
    if (code === text.charCodeAt(length)) length++;
    borders[at] = length;
  }
  return borders;
}
