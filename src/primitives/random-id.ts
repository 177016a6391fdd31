const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 12;
/** Larger bytes would make the first letters more likely. */
const EVEN = 256 - (256 % LETTERS.length);

const stock = new Uint8Array(1024);
let next = stock.length;

/** Twelve characters of `a-z0-9` that nobody can guess (server.md 3). */
export function randomId(): string {
  let id = '';
  while (id.length < LENGTH) {
    if (next === stock.length) {
      // Asking the system for each byte would take longer than the rest.
      crypto.getRandomValues(stock);
      next = 0;
    }
    const byte = stock[next++] ?? EVEN;
    if (byte < EVEN) id += LETTERS.charAt(byte % LETTERS.length);
  }
  return id;
}
