/** Searches a text in linear time; that of the built-in search can grow with the product of both lengths. */

/** Up to this product of lengths the built-in search takes some hundredths of a second at worst. */
const MAX_PRODUCT = 50_000_000;

export function indexOfText(text: string, part: string): number {
  return text.length * part.length <= MAX_PRODUCT ? text.indexOf(part) : linearIndexOf(text, part);
}

/** The algorithm of Knuth, Morris and Pratt. */
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

/** For each prefix of the text, the length of its longest proper suffix that is also a prefix. */
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
