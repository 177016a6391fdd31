/** A binary heap ordered by due time; equal times keep the order in which they were added. */
export class DueQueue<T> {
  readonly #heap: { readonly item: T; readonly due: number; readonly order: number }[] = [];
  #added = 0;

  /** Infinity when the queue is empty. */
  get nextDue(): number {
    return this.#heap[0]?.due ?? Infinity;
  }

  add(item: T, due: number): void {
    const heap = this.#heap;
    const entry = { item, due, order: this.#added++ };
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (!above || !isSooner(entry, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = entry;
  }

  take(): T | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (!last || heap.length === 0) return first?.item;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      let below = heap[child];
      const right = heap[child + 1];
      if (right && below && isSooner(right, below)) {
        child++;
        below = right;
      }
      if (!below || !isSooner(below, last)) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = last;
    return first?.item;
  }
}

interface QueueEntry {
  readonly due: number;
  readonly order: number;
}

function isSooner(a: QueueEntry, b: QueueEntry): boolean {
  return a.due < b.due || (a.due === b.due && a.order < b.order);
}
