import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '../files/workspace.js';
import { findFaketime, NO_FAKETIME, shiftedClock } from '../../../scripts/machines/faketime.mjs';

/** Variables that give a program another clock, such as `+5s`; the time that passes is measured as always. */
export async function shiftedBy(shift: string): Promise<Record<string, string>> {
  const library = await findFaketime();
  if (library === undefined) throw new Error(NO_FAKETIME);
  return shiftedClock(library, shift);
}

export interface JumpingClock {
  /** Variables that give a program a clock that is right until it jumps. */
  readonly env: Readonly<Record<string, string>>;
  readonly jump: (shift: string) => Promise<void>;
}

export async function jumpingClock(): Promise<JumpingClock> {
  const file = join(await temporaryDirectory(), 'shift');
  const jump = (shift: string): Promise<void> => writeFile(file, `${shift}\n`);
  await jump('+0s');
  const { FAKETIME: _fixed, ...env } = await shiftedBy('+0s');
  return { env: { ...env, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1' }, jump };
}
