/** The order of writes and reads of the same file. */

/** The newest write of each file; it never rejects. */
const writes = new Map<string, Promise<unknown>>();

/** One write of a file after the other, because the next one needs the version that this one creates. */
export function writeInTurn<Result>(path: string, write: () => Promise<Result>): Promise<Result> {
  const next = (writes.get(path) ?? Promise.resolve()).then(write);
  writes.set(
    path,
    next.catch(() => undefined),
  );
  return next;
}

/** A text that was read while the file was being written may be the old one, which must not replace the new one. */
export async function readAfterWrites<Result>(path: string, read: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const newest = writes.get(path);
    await newest;
    const found = await read();
    if (writes.get(path) === newest) return found;
  }
}
