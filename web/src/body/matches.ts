/** The places of matches in one text, in its order. */
import { GrowingList } from './growing-list.js';
import type { Finder } from './query.js';
import { MAX_MATCHES, type FindResult, type Mark } from './rows.js';

export class TextMatches {
  readonly #starts = new GrowingList();
  readonly #ends = new GrowingList();
  /** The match that the user visits. */
  visited = -1;

  /** Replaces what was found before; `from` is the offset at which the user looks. */
  collect(finder: Finder | undefined, text: () => string, from: number): FindResult {
    this.#starts.clear();
    this.#ends.clear();
    this.visited = -1;
    let isPartial = false;
    finder?.run(text(), (start, end) => {
      isPartial = this.#starts.length >= MAX_MATCHES;
      if (isPartial) return false;
      this.#starts.push(start);
      this.#ends.push(end);
      return true;
    });
    const total = this.#starts.length;
    return { total, isPartial, nearest: total === 0 ? -1 : this.#starts.countUpTo(from - 1) % total };
  }

  startOf(match: number): number {
    return this.#starts.at(match);
  }

  /** The parts of matches between two offsets, relative to the first. */
  within(start: number, end: number): readonly Mark[] {
    const marks: Mark[] = [];
    // A match may have started earlier.
    const first = Math.max(0, this.#starts.countUpTo(start) - 1);
    for (let match = first; match < this.#starts.length; match++) {
      const from = this.#starts.at(match);
      if (from >= end) break;
      const to = this.#ends.at(match);
      if (to <= start) continue;
      marks.push([Math.max(from, start) - start, Math.min(to, end) - start, match === this.visited]);
    }
    return marks;
  }
}
