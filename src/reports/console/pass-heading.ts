import type { RunEvent } from '../../runner/outcome/run-event.js';

type PassStart = Extract<RunEvent, { readonly kind: 'pass-start' }>;

/** Above the results of one pass: `Run 2 of 10`. */
export function passHeading({ iteration, passes }: Pick<PassStart, 'iteration' | 'passes'>): string {
  return `Run ${iteration} of ${passes}`;
}
