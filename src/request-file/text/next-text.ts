/**
 * Finds a text between two offsets of a source. Calls come roughly in the order of the source, so that the search only
 * moves forward and all of them together take linear time.
 */
export class NextText {
  readonly #source: string;
  readonly #text: string;
  #from = 0;
  #at = -1;

  constructor(source: string, text: string) {
    this.#source = source;
    this.#text = text;
  }

  isWithin(start: number, end: number): boolean {
    if (start < this.#from || start > this.#at) {
      const at = this.#source.indexOf(this.#text, start);
      this.#from = start;
      this.#at = at < 0 ? this.#source.length : at;
    }
    return this.#at < end;
  }
}
