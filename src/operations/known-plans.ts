import type { RequestFile } from '../request-file/model.js';
import { planRun, type PlanInput, type RunPlan } from '../runner/plan.js';

/** The plan of a whole file is the same as long as the file is, unless other files have a part in it. */
export class KnownPlans {
  readonly #plans = new WeakMap<RequestFile, RunPlan>();

  async of(file: RequestFile, input: PlanInput): Promise<RunPlan> {
    const known = this.#plans.get(file);
    const isWhole = input.options.selection.exactName === undefined;
    if (known && isWhole) return known;
    const plan = await planRun(input);
    if (isWhole && !needsOtherFiles(file)) this.#plans.set(file, plan);
    return plan;
  }
}

function needsOtherFiles({ requests }: RequestFile): boolean {
  return requests.some(({ metadata }) => metadata.depends?.some((dependency) => dependency.includes('#')));
}
