/**
 * The order of a sequential run: repeatedly the earliest node all of whose dependencies are already
 * scheduled. Nodes on a cycle or behind one are left out.
 */
export function scheduleOrder(dependencies: readonly (readonly number[])[]): number[] {
  if (isInOrder(dependencies)) return Array.from(dependencies.keys());
  const ready = new ReadyNodes(dependencies);
  const order: number[] = [];
  for (let node = ready.take(); node !== undefined; node = ready.take()) {
    order.push(node);
    ready.finish(node);
  }
  return order;
}

/** The nodes all of whose dependencies have finished. A dependency written twice counts twice, on both sides. */
export class ReadyNodes {
  readonly #heap = new MinHeap();
  readonly #waiting: number[];
  readonly #dependents: (number[] | undefined)[];

  constructor(dependencies: readonly (readonly number[])[]) {
    this.#waiting = dependencies.map((list) => list.length);
    this.#dependents = Array.from({ length: dependencies.length });
    dependencies.forEach((list, node) => {
      if (list.length === 0) this.#heap.add(node);
      for (const dependency of list) (this.#dependents[dependency] ??= []).push(node);
    });
  }

  /** Returns the smallest number first; undefined while none is ready. */
  take(): number | undefined {
    return this.#heap.take();
  }

  finish(node: number): void {
    for (const dependent of this.#dependents[node] ?? []) {
      const left = (this.#waiting[dependent] ?? 0) - 1;
      this.#waiting[dependent] = left;
      if (left === 0) this.#heap.add(dependent);
    }
  }
}

/** Whether the order is the written one, as in most files. */
function isInOrder(dependencies: readonly (readonly number[])[]): boolean {
  return dependencies.every((list, node) => list.every((dependency) => dependency < node));
}

/** A binary heap that returns its smallest number first. */
export class MinHeap {
  readonly #heap: number[] = [];

  add(value: number): void {
    const heap = this.#heap;
    let at = heap.push(value) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] ?? 0;
      if (above <= value) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = value;
  }

  take(): number | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child++;
      const below = heap[child] ?? 0;
      if (below >= last) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}
