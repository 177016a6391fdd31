/**
 * The cycles of a graph given by its edges, one per group of nodes that reach each other, each from
 * its smallest node on. Works without recursion: a chain may be as long as a file has requests.
 */
export function findCycles(edges: readonly (readonly number[])[]): number[][] {
  const cycles: number[][] = [];
  const state = new Uint8Array(edges.length); // 0 new, 1 on the path, 2 done
  const onPath = new Int32Array(edges.length).fill(-1);
  for (let root = 0; root < edges.length; root++) {
    if (state[root] !== 0) continue;
    const path: number[] = [];
    const next: number[] = [];
    enter(root);
    while (path.length > 0) {
      const node = path[path.length - 1] ?? 0;
      const at = next[next.length - 1] ?? 0;
      const target = edges[node]?.[at];
      if (target === undefined) {
        state[node] = 2;
        onPath[node] = -1;
        path.pop();
        next.pop();
        continue;
      }
      next[next.length - 1] = at + 1;
      if (state[target] === 0) enter(target);
      else if (state[target] === 1) cycles.push(fromSmallest(path.slice(onPath[target])));
    }
    function enter(node: number): void {
      state[node] = 1;
      onPath[node] = path.length;
      path.push(node);
      next.push(0);
    }
  }
  return cycles;
}

function fromSmallest(cycle: number[]): number[] {
  let least = 0;
  cycle.forEach((node, i) => {
    if (node < (cycle[least] ?? 0)) least = i;
  });
  return [...cycle.slice(least), ...cycle.slice(0, least)];
}
