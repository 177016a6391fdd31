/** A list of whole numbers that takes four bytes for each, since there may be millions. */
export class GrowingList {
  #items = new Int32Array(256);
  length = 0;

  push(item: number): void {
    if (this.length === this.#items.length) {
      const larger = new Int32Array(this.length * 2);
      larger.set(this.#items);
      this.#items = larger;
    }
    this.#items[this.length++] = item;
  }

  at(index: number): number {
    return index < this.length ? (this.#items[index] ?? -1) : -1;
  }

  clear(): void {
    this.length = 0;
  }

  /** How many items of an ascending list are at most this large. */
  countUpTo(limit: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.at(middle) <= limit) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
