/**
 * What the name of a field says about its values. Few responses cannot show that a temperature is below zero some
 * day, so that a suggestion that goes beyond the type needs a name that stands for it.
 */

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** The last words of the names of numbers that have no fraction. */
const WHOLE = setOf('id count page pages year');
/** Those of numbers that are never below zero. */
const NEVER_NEGATIVE = setOf(
  'id count page pages year age size length width height weight distance duration quantity qty bytes price population',
);
/** Those of texts that are one of a few values, which the API lists somewhere. */
const ONE_OF_FEW = setOf(
  'status state type typename kind phase role currency unit mode level priority severity method object event action ' +
    'visibility scope reason',
);
/** Those of texts that people may leave blank. */
const MAY_BE_BLANK = setOf(
  'description desc note notes comment comments remark remarks bio about body summary caption subtitle suffix',
);
/** The first words of what only some pages of a list have, since they lead to another. */
const OF_SOME_PAGES = setOf('next prev previous');

/** `createdAt`, `created_at` and `created-at` have the same words. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
}

function lastWord(name: string): string {
  return wordsOf(name).at(-1) ?? '';
}

export function isId(name: string): boolean {
  return lastWord(name) === 'id';
}

export function isWhole(name: string): boolean {
  return WHOLE.has(lastWord(name));
}

export function isNeverNegative(name: string): boolean {
  return NEVER_NEGATIVE.has(lastWord(name));
}

export function isOneOfFew(name: string): boolean {
  return ONE_OF_FEW.has(lastWord(name));
}

export function mayBeBlank(name: string): boolean {
  return MAY_BE_BLANK.has(lastWord(name));
}

/** A link or a cursor to another page, which the first or the last page does not have. */
export function isOfSomePages(name: string): boolean {
  const words = wordsOf(name);
  return OF_SOME_PAGES.has(words[0] ?? '') || /^(?:start|end) cursor$/.test(words.join(' '));
}

/** A flag such as `has_more`, which the last page has otherwise. */
export function isFlagOfPages(name: string): boolean {
  return /^has (?:more|next|prev|previous)\b/.test(wordsOf(name).join(' '));
}

/** Whether the names of its members are data: `byUser` and `salesByRegion`, but not `createdBy`. */
export function hasDataAsNames(name: string): boolean {
  return wordsOf(name).slice(0, -1).includes('by');
}
