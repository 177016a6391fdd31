import { findFaketime, NO_FAKETIME, shiftedClock } from '../../../scripts/machines/faketime.mjs';

/** Variables that give a program another clock, such as `+5s`; the time that passes is measured as always. */
export async function shiftedBy(shift: string): Promise<Record<string, string>> {
  const library = await findFaketime();
  if (library === undefined) throw new Error(NO_FAKETIME);
  return shiftedClock(library, shift);
}
