import type { RequestFile } from '../../request-file/model/model.js';
import { selectsEverything } from '../../runner/plan/selection.js';
import { planRun, type PlanInput, type RunPlan } from '../../runner/plan/plan.js';

/** Caches the plan of a whole file as long as the file is unchanged, unless it depends on other files. */
export class PlanCache {
  readonly #plans = new WeakMap<RequestFile, RunPlan>();

  of(file: RequestFile, input: PlanInput): RunPlan | Promise<RunPlan> {
    const isWhole = selectsEverything(input.options.selection);
    const cached = isWhole ? this.#plans.get(file) : undefined;
    if (cached) return cached;
    const planning = planRun(input);
    if (!isWhole || needsOtherFiles(file)) return planning;
    return planning.then((plan) => {
      this.#plans.set(file, plan);
      return plan;
    });
  }
}

export function needsOtherFiles({ requests, runs, imports }: RequestFile): boolean {
  if (runs !== undefined || imports !== undefined) return true;
  return requests.some(({ metadata }) => metadata.depends?.some((dependency) => dependency.includes('#')));
}
