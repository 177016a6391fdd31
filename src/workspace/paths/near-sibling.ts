import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isAbsent } from './disk-error.js';
import type { NamedPath } from './read-inside.js';
import { nearest } from '../../primitives/near-names.js';

/** The path as it was given, with the name of a file or directory beside it that is nearly the same. */
export function nearSibling(absolute: string, shown: string): string | undefined {
  const name = basename(absolute);
  const [near] = nearest(name, namesIn(dirname(absolute)), 1);
  const given = shown.replace(/[\\/]+$/, '');
  return near === undefined || !given.endsWith(name) ? undefined : given.slice(0, -name.length) + near;
}

/** What to add to the message about a file that is not there: `; did you mean api.yaml?` */
export function nearHint(error: unknown, { absolute, shown, within }: NamedPath): string {
  // Names beside a file that a config file names are not shown: it may lie anywhere.
  const near = isAbsent(error) && within === undefined ? nearSibling(absolute, shown) : undefined;
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/** None when the folder cannot be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.'));
  } catch {
    return [];
  }
}
