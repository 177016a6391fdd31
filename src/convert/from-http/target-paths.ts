import { FreeNames } from '../import-names.js';

/** `.rest` files are renamed `.http`; where that name is taken, both are kept. */
export function targetPaths(paths: readonly string[]): ReadonlyMap<string, string> {
  const free = new FreeNames(paths.filter((path) => !isRest(path)));
  const targets = new Map<string, string>();
  for (const path of paths) {
    if (!isRest(path)) continue;
    const base = path.slice(0, -'.rest'.length);
    targets.set(
      path,
      free.take(`${base}.http`, (number) => `${base}_${number}.http`),
    );
  }
  return targets;
}

function isRest(path: string): boolean {
  return /\.rest$/i.test(path);
}
