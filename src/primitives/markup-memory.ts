/** How much memory the tree of an XML or HTML text takes, without reading it: an element of four bytes takes 350. */

/** The memory of the tree against the bytes that are allowed; text and bytes come on top of it. */
const MAX_FACTOR = 6;
const MIN_LIMIT = 1024 * 1024;
/** Of `<a/>`; below this nobody has to look. */
const WORST_FACTOR = 90;

/** Bytes, with the text behind it. */
const ELEMENT = 360;
const ATTRIBUTE = 200;
const SLASH = 47;

/** Whether its elements and attributes are too many for a limit of bytes. */
export function isMarkupTooLarge(text: string, limit: number): boolean {
  const budget = MAX_FACTOR * Math.max(limit, MIN_LIMIT);
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
