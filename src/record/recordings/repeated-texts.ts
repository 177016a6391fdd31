const SLOTS = 1024;
/** Of longer texts, about this many characters are looked at. */
const MAX_SAMPLES = 128;

/**
 * Tells texts that come again from those that come once, in a fixed amount of memory and without keeping any text. It
 * errs at times, so it only decides what is worth keeping in a cache: in traffic that never repeats, filling caches
 * would take longer than they ever save.
 */
export class RepeatedTexts {
  readonly #slots = new Int32Array(SLOTS);

  /** Whether the text was probably noted before; notes it. */
  note(text: string): boolean {
    const mark = markOf(text);
    const slot = mark & (SLOTS - 1);
    if (this.#slots[slot] === mark) return true;
    this.#slots[slot] = mark;
    return false;
  }
}

function markOf(text: string): number {
  const step = Math.ceil(text.length / MAX_SAMPLES);
  let mark = text.length;
  for (let at = 0; at < text.length; at += step)
    mark = Math.imul(mark ^ text.charCodeAt(at), 0x9e37_79b1) ^ (mark >>> 15);
  return mark ^ (mark >>> 16);
}
