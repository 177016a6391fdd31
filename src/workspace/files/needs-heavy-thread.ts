/** Thrown where parsing a large file would block the other calls of a thread: the caller repeats it in another one. */
export class NeedsHeavyThread extends Error {
  override readonly name = 'NeedsHeavyThread';

  constructor(path: string) {
    super(`${path} is too large to be read here`);
  }
}
