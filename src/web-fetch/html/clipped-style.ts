/** Recognises by its inline style what is cut off completely. */
import { cutsOff, hasPadding, ofSides } from './box-style.js';
import { toPixels } from './css-length.js';
import type { InlineStyle } from './inline-style.js';

export function isClippedAway(style: InlineStyle, position: string): boolean {
  const isPositioned = position === 'absolute' || position === 'fixed';
  if (isPositioned && style.get('clip', isEmptyClip) === true) return true;
  return CLIP_PATHS.some((property) => style.get(property, isEmptyShape) === true) || hasNoHeight(style);
}

const CLIP_PATHS = ['clip-path', '-webkit-clip-path'];

/** `rect(top, right, bottom, left)`, in which `auto` is the edge of the element. */
function isEmptyClip(value: string): boolean | undefined {
  const [, inner] = /^rect\(([^()]*)\)$/.exec(value) ?? [];
  if (inner === undefined) return value === 'auto' ? false : undefined;
  const edges = inner.trim().split(/[ ,]+/, 4);
  const [top, right, bottom, left] = edges.map((edge) => toPixels(edge, 0));
  return isEmptySpan(top, bottom) || isEmptySpan(left, right);
}

function isEmptySpan(from: number | undefined, to: number | undefined): boolean {
  return to !== undefined && to - (from ?? 0) <= 1;
}

function isEmptyShape(value: string): boolean | undefined {
  const [, shape, inner = ''] = /^([a-z]+)\(([^()]*)\)/.exec(value) ?? [];
  if (shape === undefined) return /^[a-z-]+$/.test(value) ? false : undefined;
  return EMPTY_SHAPES.get(shape)?.(inner.trim()) ?? false;
}

const EMPTY_SHAPES: ReadonlyMap<string, (inner: string) => boolean> = new Map([
  [
    'inset',
    (inner: string) => {
      const { top, right, bottom, left } = ofSides(inner);
      return percentOf(top) + percentOf(bottom) >= 100 || percentOf(left) + percentOf(right) >= 100;
    },
  ],
  ['circle', (inner: string) => isZero(inner.split(' ', 1)[0] ?? '')],
  ['ellipse', (inner: string) => inner.split(' ', 2).some(isZero)],
  ['polygon', (inner: string) => inner.split(/[ ,]+/).every(isZero)],
]);

function percentOf(text: string): number {
  return text.endsWith('%') ? (toPixels(text, 100) ?? 0) : 0;
}

function isZero(text: string): boolean {
  return toPixels(text, 1) === 0;
}

/** Boxes that can grow, or that have padding, have room whatever their height says. */
function hasNoHeight(style: InlineStyle): boolean {
  if (
    !cutsOff(style) ||
    hasPadding(style) ||
    GROWING.some((property) => style.get(property, isSome) === true)
  )
    return false;
  const [height, maxHeight, width, maxWidth] = SIZES.map((property) =>
    style.get(property, (value) => toPixels(value, 100)),
  );
  const lowest = Math.min(height ?? Infinity, maxHeight ?? Infinity);
  // A narrow column can still grow with the table that it is in, so its width alone says nothing.
  return lowest <= 0 || (lowest <= 1 && Math.min(width ?? Infinity, maxWidth ?? Infinity) <= 1);
}

const SIZES = ['height', 'max-height', 'width', 'max-width'];
const GROWING = ['flex', 'flex-grow', 'min-height'];

function isSome(value: string): boolean {
  return !/^(?:0|none|auto|initial|0px)$/.test(value);
}
