import { lstatSync } from 'node:fs';

/** Suffixes of the files that SQLite keeps beside a database. */
export const DATABASE_SUFFIXES = ['-wal', '-shm', '-journal'] as const;

/** Whether a link, folder or pipe takes the name of such a file. SQLite would follow a link and create its target. */
export function hasIrregularCompanion(database: string): boolean {
  return DATABASE_SUFFIXES.some(
    (ending) => lstatSync(database + ending, { throwIfNoEntry: false })?.isFile() === false,
  );
}
