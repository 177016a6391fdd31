import type { RequestFile } from '../../request-file/model/model.js';
import type { RunPlan } from './plan.js';

/** Finds the request files of a plan by their shown paths, those of dependencies included; few runs ask for one. */
export function plannedFiles({ files }: RunPlan): (shown: string) => RequestFile | undefined {
  let found: Map<string, RequestFile> | undefined;
  return (shown) => {
    if (found === undefined) {
      found = new Map();
      for (const { runnable, steps } of files) {
        for (const { node } of steps) found.set(node.owner.runnable.shown, node.owner.runnable.file);
        found.set(runnable.shown, runnable.file);
      }
    }
    return found.get(shown);
  };
}
