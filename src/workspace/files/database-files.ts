import { lstatSync } from 'node:fs';

/** What SQLite keeps beside a database. */
export const DATABASE_ENDINGS = ['-wal', '-shm', '-journal'] as const;

/** Whether a link, folder or pipe lies where SQLite keeps a file of its own: it would follow it, and make its target. */
export function hasOddCompanion(database: string): boolean {
  return DATABASE_ENDINGS.some(
    (ending) => lstatSync(database + ending, { throwIfNoEntry: false })?.isFile() === false,
  );
}
