/** Reading this file would hold up others that share the thread; it has to be read in another one. */
export class NeedsHeavyThread extends Error {
  override readonly name = 'NeedsHeavyThread';

  constructor(path: string) {
    super(`${path} is too large to be read here`);
  }
}
