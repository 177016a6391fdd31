/** Lengths of styles in pixels, near enough to tell what is outside of any screen or too small to see. */

/** What relative units refer to, in pixels; the size of a real screen and its fonts is not known. */
const SCREEN = 1000;
const FONT = 16;

const PIXELS: ReadonlyMap<string, number> = new Map([
  // Pages without a document type may leave the unit out.
  ['', 1],
  ['px', 1],
  ['pt', 4 / 3],
  ['pc', 16],
  ['in', 96],
  ['cm', 37.8],
  ['mm', 3.78],
  ['q', 0.95],
  ['em', FONT],
  ['rem', FONT],
  ['lh', FONT],
  ['rlh', FONT],
  ['ex', FONT / 2],
  ['ch', FONT / 2],
]);
const SCREEN_UNIT = /^[sld]?v(?:w|h|i|b|min|max)$/;

/** Blanks are single. `percent` is the length that 100% refers to. Undefined for anything but a length. */
export function toPixels(text: string, percent: number): number | undefined {
  const sum = /^calc\(([^()]*)\)$/.exec(text)?.[1];
  return sum === undefined ? readLength(text, percent) : readSum(sum, percent);
}

const MAX_LENGTH_CHARS = 40;

function readLength(text: string, percent: number): number | undefined {
  if (text.length > MAX_LENGTH_CHARS) return undefined;
  const [all, number, unit = ''] =
    /^([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*|%)$/.exec(text) ?? [];
  if (all === undefined) return undefined;
  const value = Number(number);
  if (unit === '%') return (value * percent) / 100;
  if (SCREEN_UNIT.test(unit)) return (value * SCREEN) / 100;
  const pixels = PIXELS.get(unit);
  return pixels === undefined ? undefined : value * pixels;
}

/** Of `calc()`, sums are read; anything else is not needed to hide something. */
function readSum(text: string, percent: number): number | undefined {
  let sum = 0;
  let sign = 1;
  for (const part of text.trim().split(' ')) {
    if (part === '+' || part === '-') sign = part === '+' ? 1 : -1;
    else {
      const value = readLength(part, percent);
      if (value === undefined) return undefined;
      sum += sign * value;
    }
  }
  return sum;
}
