const lastOf = new Map<string, Promise<unknown>>();

/** Runs work for one key in order of arrival, one at a time within this process. */
export async function queueByKey<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = lastOf.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  lastOf.set(key, mine);
  try {
    return await mine;
  } finally {
    if (lastOf.get(key) === mine) lastOf.delete(key);
  }
}
