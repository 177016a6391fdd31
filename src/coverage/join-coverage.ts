import { measureTags, percentOf, type Coverage, type OperationCoverage } from './coverage.js';

/** Joins what several runs covered of the same API description; undefined when it is not the same. */
export function joinCoverage(parts: readonly Coverage[]): Coverage | undefined {
  const [first, ...others] = parts;
  if (first === undefined || !others.every((other) => isSameApi(first, other))) return undefined;
  const operations = first.operations.map((operation, index): OperationCoverage => {
    const all = parts.flatMap((part) => part.operations[index] ?? []);
    const statuses = [...new Set(all.flatMap((each) => each.statuses))].sort((a, b) => a - b);
    return { ...operation, covered: all.some(({ covered }) => covered), statuses };
  });
  const covered = operations.filter((operation) => operation.covered).length;
  return {
    spec: first.spec,
    total: operations.length,
    covered,
    percent: percentOf(covered, operations.length),
    tags: measureTags(operations, (operation) => operation.covered),
    operations,
    unmatched: [...new Set(parts.flatMap(({ unmatched }) => unmatched))],
  };
}

function isSameApi(a: Coverage, b: Coverage): boolean {
  return (
    a.spec === b.spec &&
    a.operations.length === b.operations.length &&
    a.operations.every(({ method, path }, index) => {
      const other = b.operations[index];
      return other?.method === method && other.path === path;
    })
  );
}
