const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 12;
/** Bytes from this value on are skipped, because they would make the first letters more likely. */
const BYTE_LIMIT = 256 - (256 % LETTERS.length);

const randomPool = new Uint8Array(1024);
let next = randomPool.length;

/** Twelve characters of `a-z0-9` that nobody can guess. */
export function randomId(): string {
  let id = '';
  while (id.length < LENGTH) {
    if (next === randomPool.length) {
      crypto.getRandomValues(randomPool);
      next = 0;
    }
    const byte = randomPool[next++] ?? BYTE_LIMIT;
    if (byte < BYTE_LIMIT) id += LETTERS.charAt(byte % LETTERS.length);
  }
  return id;
}
