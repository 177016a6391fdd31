/** Estimates the memory of a parsed XML or HTML text without parsing it: an element of four bytes takes 350. */

/** The allowed ratio of the memory of the tree to the limit of bytes; text and bytes come on top of it. */
const MAX_FACTOR = 6;
const MIN_LIMIT_BYTES = 1024 * 1024;
/** `<a/>` has the worst ratio, so a short text needs no scan. */
const WORST_FACTOR = 90;

/** Sizes in bytes; an element counts with the text behind it. */
const ELEMENT = 360;
const ATTRIBUTE = 200;
const SLASH = 47;

/** Whether its elements and attributes are too many for a limit of bytes. */
export function isMarkupTooLarge(text: string, limit: number): boolean {
  const budget = MAX_FACTOR * Math.max(limit, MIN_LIMIT_BYTES);
  if (text.length * WORST_FACTOR <= budget) return false;
  let memory = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    if (text.charCodeAt(at + 1) !== SLASH && (memory += ELEMENT) > budget) return true;
  }
  for (let at = text.indexOf('='); at !== -1; at = text.indexOf('=', at + 1)) {
    if ((memory += ATTRIBUTE) > budget) return true;
  }
  return false;
}
