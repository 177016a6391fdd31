/**
 * The order of section 9.2: repeatedly the earliest node all of whose dependencies are already
 * scheduled. Nodes that stand on a cycle or behind one are left out.
 */
export function scheduleOrder(dependencies: readonly (readonly number[])[]): number[] {
  if (isInOrder(dependencies)) return Array.from(dependencies.keys());
  const waiting = dependencies.map((list) => list.length);
  const dependents = dependentsOf(dependencies);
  const ready = new Smallest();
  waiting.forEach((count, node) => {
    if (count === 0) ready.add(node);
  });
  const order: number[] = [];
  for (let node = ready.take(); node !== undefined; node = ready.take()) {
    order.push(node);
    for (const dependent of dependents[node] ?? []) {
      const count = (waiting[dependent] ?? 0) - 1;
      waiting[dependent] = count;
      if (count === 0) ready.add(dependent);
    }
  }
  return order;
}

/** Who waits for each node; a dependency written twice counts twice, on both sides. */
export function dependentsOf(dependencies: readonly (readonly number[])[]): (number[] | undefined)[] {
  const dependents = Array.from<number[] | undefined>({ length: dependencies.length });
  dependencies.forEach((list, node) => {
    for (const dependency of list) {
      const known = dependents[dependency];
      if (known) known.push(node);
      else dependents[dependency] = [node];
    }
  });
  return dependents;
}

/** Then the order is the written one, as in most files. */
function isInOrder(dependencies: readonly (readonly number[])[]): boolean {
  return dependencies.every((list, node) => list.every((dependency) => dependency < node));
}

/** A queue that gives out its smallest number first (binary heap). */
export class Smallest {
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
