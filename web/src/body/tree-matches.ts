/** What was found in a JSON tree: in which result, which value, in its name or its text, and where. */
import { GrowingList } from './growing-list.js';
import { MAX_MATCHES, type Mark } from './rows.js';

export const IN_NAME = 0;
export const IN_VALUE = 1;

export class TreeMatches {
  readonly #roots = new GrowingList();
  readonly #values = new GrowingList();
  readonly #parts = new GrowingList();
  readonly #starts = new GrowingList();
  readonly #ends = new GrowingList();
  /** The match that the user visits. */
  visited = -1;

  get total(): number {
    return this.#roots.length;
  }

  get isFull(): boolean {
    return this.total >= MAX_MATCHES;
  }

  clear(): void {
    for (const list of [this.#roots, this.#values, this.#parts, this.#starts, this.#ends]) list.clear();
    this.visited = -1;
  }

  /** False if there are too many. */
  add(root: number, value: number, part: number, start: number, end: number): boolean {
    if (this.total >= MAX_MATCHES) return false;
    this.#roots.push(root);
    this.#values.push(value);
    this.#parts.push(part);
    this.#starts.push(start);
    this.#ends.push(end);
    return true;
  }

  placeOf(match: number): { readonly root: number; readonly value: number } {
    return { root: this.#roots.at(match), value: this.#values.at(match) };
  }

  /** How many matches come before a value. */
  countBefore(root: number, value: number): number {
    let low = 0;
    let high = this.total;
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = this.#roots.at(middle) - root || this.#values.at(middle) - value;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  marksIn(root: number, value: number, part: number): readonly Mark[] {
    const marks: Mark[] = [];
    for (let at = this.countBefore(root, value); at < this.total; at++) {
      if (this.#roots.at(at) !== root || this.#values.at(at) !== value) break;
      if (this.#parts.at(at) === part)
        marks.push([this.#starts.at(at), this.#ends.at(at), at === this.visited]);
    }
    return marks;
  }
}
