/** Recognises by its inline style what a reader does not see. Colours and the rules of style sheets are not read. */
import { cutsOff, hasPadding, ofSides, type Side } from './box-style.js';
import { isClippedAway } from './clipped-style.js';
import { toPixels } from './css-length.js';
import { readInlineStyle, type InlineStyle } from './inline-style.js';

export interface ShownStyle {
  /** Whether the element is out of sight with everything in it. */
  readonly isHidden: boolean;
  /** Whether its text is too small to see; what is inside may have another size. Undefined when it inherits it. */
  readonly isTooSmall: boolean | undefined;
}

/** `inheritsTooSmall` tells whether the text around the element is too small to see. */
export function readShownStyle(attribute: string, inheritsTooSmall: boolean): ShownStyle {
  if (!MAY_HIDE.test(attribute)) return { isHidden: false, isTooSmall: undefined };
  const style = readInlineStyle(attribute);
  const isHidden = RULES.some((rule) => rule(style));
  return { isHidden, isTooSmall: isHidden ? undefined : readTooSmall(style, inheritsTooSmall) };
}

/** Every rule needs one of these, and most styles have none of them; a backslash can spell any. */
const MAY_HIDE = /none|hidden|collapse|opacity|-[\d.]|calc|indent|scale|clip|font|\\/i;

const RULES: readonly ((style: InlineStyle) => boolean)[] = [
  (style) => style.get('display', wordOf(DISPLAYS)) === 'none',
  (style) => /^(?:hidden|collapse)$/.test(style.get('visibility', wordOf(VISIBILITIES)) ?? ''),
  (style) => style.get('content-visibility', wordOf(/^(?:visible|auto|hidden)$/)) === 'hidden',
  (style) => (style.get('opacity', readShare) ?? 1) < MIN_OPACITY,
  (style) => style.get('filter', isTransparentFilter) === true,
  isMovedAway,
  isPulledAway,
  isIndentedAway,
  isScaledAway,
  (style) => isClippedAway(style, positionOf(style)),
];

const MIN_OPACITY = 0.05;
/** Menus that slide in start less than this outside of the screen, and texts that are hidden much more. */
const FAR = 999;
const MIN_FONT_SIZE = 2;
const SCREEN_SIZE = 1000;
/** The size of the element around is not known, so only many times that size counts as far. */
const CONTAINER_SIZE = 100;

/** A word that is none of the property has no effect. */
function wordOf(words: RegExp): (value: string) => string | undefined {
  return (value) => (words.test(value) || COMMON_WORDS.test(value) ? value : undefined);
}

const COMMON_WORDS = /^(?:inherit|initial|unset|revert|revert-layer)$/;
const DISPLAYS =
  /^(?:none|contents|flow|flow-root|list-item|run-in|inline|block|math|(?:inline-)?(?:block|flex|grid|table)|(?:inline|block) (?:flow|flow-root|flex|grid|table|ruby|math)|table-[a-z-]+|ruby(?:-[a-z-]+)?|-(?:webkit|moz|ms)-[a-z-]+)$/;
const VISIBILITIES = /^(?:visible|hidden|collapse)$/;
const POSITIONS = /^(?:static|relative|absolute|fixed|sticky|-webkit-sticky)$/;

function positionOf(style: InlineStyle): string {
  return style.get('position', wordOf(POSITIONS)) ?? 'static';
}

/** A number or a percentage. */
function readShare(value: string): number | undefined {
  const [all, number, unit] = /^([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)(%?)$/.exec(value) ?? [];
  return all === undefined ? undefined : Number(number) / (unit === '%' ? 100 : 1);
}

function isTransparentFilter(value: string): boolean {
  const [, share] = /(?:^|[ )])opacity\( ?([^() ]*) ?\)/.exec(value) ?? [];
  return share !== undefined && (readShare(share) ?? 1) < MIN_OPACITY;
}

const OPPOSITES = [
  ['left', 'right'],
  ['right', 'left'],
  ['top', 'bottom'],
  ['bottom', 'top'],
] as const;

/** Far out of the screen. What reaches far out on both sides is centred, and what is far down can be scrolled to. */
function isMovedAway(style: InlineStyle): boolean {
  const position = positionOf(style);
  if (!/^(?:absolute|fixed|relative)$/.test(position)) return false;
  const percent = position === 'fixed' ? SCREEN_SIZE : CONTAINER_SIZE;
  return OPPOSITES.some(([near, opposite]) => {
    if (near === 'bottom' && position !== 'fixed') return false;
    return isFar(side(style, 'inset', near, percent)) && !isFar(side(style, 'inset', opposite, percent));
  });
}

/** Boxes with padding may fill the room that a negative margin gives them. */
function isPulledAway(style: InlineStyle): boolean {
  const isFarOut = (['left', 'top'] as const).some((name) =>
    isFar(side(style, 'margin', name, CONTAINER_SIZE)),
  );
  return isFarOut && !hasPadding(style);
}

function isFar(pixels: number | undefined): boolean {
  return pixels !== undefined && pixels <= -FAR;
}

/** The property of the side, or else its part of the shorthand. */
function side(
  style: InlineStyle,
  shorthand: 'margin' | 'inset',
  name: Side,
  percent: number,
): number | undefined {
  const property = shorthand === 'inset' ? name : `${shorthand}-${name}`;
  const single = style.get(property, (value) => toPixels(value, percent));
  return single ?? style.get(shorthand, (value) => toPixels(ofSides(value)[name], percent));
}

/** Text that is moved out of its element; to the right it needs an element that cuts it off. */
function isIndentedAway(style: InlineStyle): boolean {
  const indent = style.get('text-indent', (value) => toPixels(value.split(' ')[0] ?? '', SCREEN_SIZE)) ?? 0;
  return indent <= -FAR || (indent >= FAR && cutsOff(style));
}

function isScaledAway(style: InlineStyle): boolean {
  const isZero = (value: string): boolean => value.split(/[ ,]+/).some((factor) => readShare(factor) === 0);
  const isTransformed = (value: string): boolean =>
    [...value.matchAll(/scale(?:3d|x|y)?\(([^()]*)\)/g)].some(([, inner = '']) => isZero(inner.trim()));
  return style.get('scale', isZero) === true || style.get('transform', isTransformed) === true;
}

const FONT_SIZE_WORDS = /^(?:(?:xx?-)?(?:small|large)|xxx-large|medium|math|initial|revert|revert-layer)$/;

function readTooSmall(style: InlineStyle, inherits: boolean): boolean | undefined {
  const read = (value: string): boolean | undefined => {
    if (FONT_SIZE_WORDS.test(value)) return false;
    if (/^(?:inherit|unset|smaller|larger)$/.test(value)) return inherits;
    const pixels = toPixels(value, 16);
    if (pixels === undefined || pixels < 0) return undefined;
    const isRelative = /(?:[^r]em|ex|ch|%)$/.test(value);
    return (isRelative && inherits) || pixels < MIN_FONT_SIZE;
  };
  return style.get('font-size', read) ?? style.get('font', (value) => read(fontSizeOf(value)));
}

/** The size is the first length of the shorthand, before the height of the lines. */
function fontSizeOf(value: string): string {
  const parts = value.replaceAll(/ ?\/ ?/g, '/').split(' ');
  const sizes = parts.map((part) => part.split('/')[0] ?? '');
  const isLength = (size: string): boolean =>
    size === '0' || (/[a-z%]$/.test(size) && toPixels(size, 16) !== undefined);
  return sizes.find((size) => isLength(size) || FONT_SIZE_WORDS.test(size)) ?? '';
}
