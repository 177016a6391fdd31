/** What the inline style of a box says about its sides. */
import { toPixels } from './css-length.js';
import type { InlineStyle } from './inline-style.js';

export type Side = 'top' | 'right' | 'bottom' | 'left';

/** The values of a shorthand, of which there are one to four. */
export function ofSides(value: string): Readonly<Record<Side, string>> {
  const [top = '', right = top, bottom = top, left = right] = value.split(' ');
  return { top, right, bottom, left };
}

/** Whether what does not fit into the box is not shown. */
export function cutsOff(style: InlineStyle): boolean {
  return OVERFLOWS.some((property) => /hidden|clip/.test(style.get(property, (value) => value) ?? ''));
}

const OVERFLOWS = ['overflow', 'overflow-x', 'overflow-y'];

export function hasPadding(style: InlineStyle): boolean {
  const isSome = (value: string): boolean =>
    Object.values(ofSides(value)).some((text) => toPixels(text, 100) !== 0);
  return PADDINGS.some((property) => style.get(property, isSome) === true);
}

const PADDINGS = ['padding', 'padding-top', 'padding-right', 'padding-bottom', 'padding-left'];
