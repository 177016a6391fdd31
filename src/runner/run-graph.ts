import { dependentsOf, Smallest } from './plan/schedule.js';

/**
 * Runs every task once, each after its dependencies have finished, at most `concurrency` at a time,
 * the smallest number first (language 9.2).
 */
export function runGraph(
  dependencies: readonly (readonly number[])[],
  concurrency: number,
  run: (task: number) => Promise<void>,
): Promise<void> {
  const waiting = dependencies.map((list) => list.length);
  const dependents = dependentsOf(dependencies);
  const ready = new Smallest();
  waiting.forEach((count, task) => {
    if (count === 0) ready.add(task);
  });
  let active = 0;
  return new Promise((resolve, reject) => {
    const finished = (task: number): void => {
      active--;
      for (const dependent of dependents[task] ?? []) {
        const left = (waiting[dependent] ?? 0) - 1;
        waiting[dependent] = left;
        if (left === 0) ready.add(dependent);
      }
      start();
    };
    const start = (): void => {
      while (active < concurrency) {
        const task = ready.take();
        if (task === undefined) break;
        active++;
        run(task).then(() => finished(task), reject);
      }
      if (active === 0) resolve();
    };
    start();
  });
}
