/** The number of values in a document after everything shared in it is written out; Infinity for a circle. */
export function measureExpandedSize(root: unknown, max: number): number {
  const sizes = new Map<object, number>();
  const open = new Set<object>();
  const stack: unknown[] = [root];
  while (stack.length > 0) {
    const value = stack.at(-1);
    if (typeof value !== 'object' || value === null || sizes.has(value)) {
      stack.pop();
      continue;
    }
    const children = Object.values(value) as unknown[];
    if (open.has(value)) {
      stack.pop();
      open.delete(value);
      const size = children.reduce((sum: number, child) => sum + sizeOf(child, sizes), 1);
      if (size > max) return size;
      sizes.set(value, size);
      continue;
    }
    open.add(value);
    for (const child of children) {
      if (typeof child !== 'object' || child === null) continue;
      if (open.has(child)) return Number.POSITIVE_INFINITY;
      stack.push(child);
    }
  }
  return sizeOf(root, sizes);
}

function sizeOf(value: unknown, sizes: ReadonlyMap<object, number>): number {
  return typeof value === 'object' && value !== null ? (sizes.get(value) ?? 0) : 1;
}
