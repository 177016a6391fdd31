/** The size of the first part of a split: its bounds and how it is stored. */

export type SizeUnit = 'percent' | 'pixels';

export interface SizeBounds {
  readonly min: number;
  readonly max: number;
}

const SHARES: SizeBounds = { min: 15, max: 85 };
const MIN_PIXELS = 170;
/** The first part never takes more than this share of the whole. */
const MAX_PIXEL_SHARE = 0.5;

export function boundsOf(unit: SizeUnit, wholePixels: number): SizeBounds {
  if (unit === 'percent') return SHARES;
  return { min: MIN_PIXELS, max: Math.max(MIN_PIXELS, Math.round(wholePixels * MAX_PIXEL_SHARE)) };
}

export function sizeWithin(size: number, { min, max }: SizeBounds): number {
  return Math.round(Math.min(max, Math.max(min, size)) * 10) / 10;
}

/** The size that puts the border at a position, counted from the start of the split. */
export function sizeAt(position: number, wholePixels: number, unit: SizeUnit): number {
  if (unit === 'pixels' || wholePixels === 0) return position;
  return (position / wholePixels) * 100;
}

/** The size after a key, or undefined for a key that does not move the border. */
export function sizeAfterKey(
  key: string,
  size: number,
  { isStacked, unit, bounds }: { isStacked: boolean; unit: SizeUnit; bounds: SizeBounds },
): number | undefined {
  const step = unit === 'percent' ? 2 : 16;
  switch (key) {
    case isStacked ? 'ArrowUp' : 'ArrowLeft':
      return sizeWithin(size - step, bounds);
    case isStacked ? 'ArrowDown' : 'ArrowRight':
      return sizeWithin(size + step, bounds);
    case 'Home':
      return bounds.min;
    case 'End':
      return bounds.max;
    default:
      return undefined;
  }
}
