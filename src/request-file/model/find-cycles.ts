/**
 * Finds one cycle for each group of nodes that reach each other, starting at its smallest node. It needs no recursion
 * and linear time, because a chain may be as long as a file has requests.
 */
export function findCycles(edges: readonly (readonly number[])[]): number[][] {
  // A cycle has at least one edge to its own node or to a later one, and most files have none.
  if (!edges.some((targets, node) => targets.some((target) => target >= node))) return [];
  const component = components(edges);
  const sizes = new Int32Array(edges.length);
  for (const id of component) sizes[id] = (sizes[id] ?? 0) + 1;
  const seen = new Set<number>();
  const cycles: number[][] = [];
  for (let node = 0; node < edges.length; node++) {
    const id = component[node] ?? 0;
    if (seen.has(id)) continue;
    if ((sizes[id] ?? 0) < 2 && !edges[node]?.includes(node)) continue;
    seen.add(id);
    cycles.push(shortestCycle(edges, component, node));
  }
  return cycles;
}

/** The strongly connected component of each node, by Tarjan's algorithm with an explicit stack. */
function components(edges: readonly (readonly number[])[]): Int32Array {
  const count = edges.length;
  const component = new Int32Array(count).fill(-1);
  const order = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const next = new Int32Array(count);
  const open: number[] = [];
  const path: number[] = [];
  let time = 0;
  let components = 0;
  const enter = (node: number): void => {
    order[node] = low[node] = time++;
    open.push(node);
    path.push(node);
  };
  for (let root = 0; root < count; root++) {
    if (order[root] === -1) enter(root);
    while (path.length > 0) {
      const node = path[path.length - 1] ?? 0;
      const target = edges[node]?.[next[node] ?? 0];
      if (target !== undefined) {
        next[node] = (next[node] ?? 0) + 1;
        if (order[target] === -1) enter(target);
        else if (component[target] === -1) low[node] = Math.min(low[node] ?? 0, order[target] ?? 0);
        continue;
      }
      path.pop();
      const parent = path[path.length - 1];
      if (parent !== undefined) low[parent] = Math.min(low[parent] ?? 0, low[node] ?? 0);
      if (low[node] !== order[node]) continue;
      for (let member = -1; member !== node;) {
        member = open.pop() ?? node;
        component[member] = components;
      }
      components++;
    }
  }
  return component;
}

/** The shortest path from a node back to itself inside its component. */
function shortestCycle(
  edges: readonly (readonly number[])[],
  component: Int32Array,
  start: number,
): number[] {
  const from = new Map<number, number>();
  const queue = [start];
  for (const node of queue) {
    for (const target of edges[node] ?? []) {
      if (target === start) return pathTo(from, node);
      if (component[target] !== component[start] || from.has(target)) continue;
      from.set(target, node);
      queue.push(target);
    }
  }
  return [start];
}

function pathTo(from: ReadonlyMap<number, number>, end: number): number[] {
  const path = [end];
  for (let node = from.get(end); node !== undefined; node = from.get(node)) path.push(node);
  return path.reverse();
}
