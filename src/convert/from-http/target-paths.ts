/** `.rest` files are renamed `.http`; where that name is taken, both are kept. */
export function targetPaths(paths: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(paths.filter((path) => !isRest(path)));
  const targets = new Map<string, string>();
  for (const path of paths) {
    if (!isRest(path)) continue;
    const base = path.slice(0, -'.rest'.length);
    let target = `${base}.http`;
    for (let number = 2; taken.has(target); number++) target = `${base}_${number}.http`;
    taken.add(target);
    targets.set(path, target);
  }
  return targets;
}

function isRest(path: string): boolean {
  return /\.rest$/i.test(path);
}
