/** The elements of a list that are changed, and whether their order can be. */

/** Of a longer list these first elements are changed, and some of the others; more are rarely another case. */
const FIRST_ELEMENTS = 3;
const OTHER_ELEMENTS = 2;

/** Their positions, from 0. */
export function chosenElements(count: number, random: () => number): readonly number[] {
  const most = FIRST_ELEMENTS + OTHER_ELEMENTS;
  if (count <= most) return Array.from({ length: count }, (_, index) => index);
  const chosen = Array.from({ length: FIRST_ELEMENTS }, (_, index) => index);
  // One of each part of the rest, so that they lie apart.
  const size = (count - FIRST_ELEMENTS) / OTHER_ELEMENTS;
  for (let part = 0; part < OTHER_ELEMENTS; part++)
    chosen.push(FIRST_ELEMENTS + Math.floor((part + random()) * size));
  return chosen;
}

interface Element {
  readonly start: number;
  readonly end: number;
}

/** Two equal elements are offered too, and left out of the score by a rule; a list that reads the same backwards is not. */
export function isOtherOrder(elements: readonly Element[], text: string): boolean {
  if (elements.length < 2) return false;
  const texts = elements.map(({ start, end }) => text.slice(start, end));
  return (
    texts.every((element) => element === texts[0]) ||
    texts.some((element, at) => element !== texts.at(-1 - at))
  );
}
