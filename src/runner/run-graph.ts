import { ReadyNodes } from './plan/schedule.js';

/**
 * Runs every task once, each after its dependencies have finished, at most `concurrency` at a time,
 * the smallest number first.
 */
export function runGraph(
  dependencies: readonly (readonly number[])[],
  concurrency: number,
  run: (task: number) => Promise<void>,
): Promise<void> {
  const ready = new ReadyNodes(dependencies);
  let active = 0;
  return new Promise((resolve, reject) => {
    const finished = (task: number): void => {
      active--;
      ready.finish(task);
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
