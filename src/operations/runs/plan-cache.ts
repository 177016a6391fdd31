import type { RequestFile } from '../../request-file/model/model.js';
import { planRun, type PlanInput, type RunPlan } from '../../runner/plan/plan.js';

/** The plan of a whole file is the same as long as the file is, unless other files have a part in it. */
export class PlanCache {
  readonly #plans = new WeakMap<RequestFile, RunPlan>();

  of(file: RequestFile, input: PlanInput): RunPlan | Promise<RunPlan> {
    const isWhole = input.options.selection.exactName === undefined;
    const known = isWhole ? this.#plans.get(file) : undefined;
    if (known) return known;
    const planning = planRun(input);
    if (!isWhole || needsOtherFiles(file)) return planning;
    return planning.then((plan) => {
      this.#plans.set(file, plan);
      return plan;
    });
  }
}

export function needsOtherFiles({ requests }: RequestFile): boolean {
  return requests.some(({ metadata }) => metadata.depends?.some((dependency) => dependency.includes('#')));
}
