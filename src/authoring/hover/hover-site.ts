import type { HoverText } from './hover-context.js';

/** Something to tell about a part of a line, by offsets in the line; `to` is exclusive. */
export interface HoverSite {
  readonly from: number;
  readonly to: number;
  readonly text: HoverText;
}
