import { FILTERED_OUT } from '../../request-file/model/request-filter.js';
import type { FilePlan, RunPlan } from '../../runner/plan/plan.js';

/**
 * What every pass but the first runs. Files that cannot run, and requests that are not selected, are reported by the
 * first pass; another one would only say the same again.
 */
export function planOfLaterPasses(plan: RunPlan): RunPlan {
  const files = plan.files.flatMap((file) => {
    const selected = withoutOthers(file);
    return selected.steps.length === 0 ? [] : [selected];
  });
  return { ...plan, files };
}

export function countSteps({ files }: RunPlan): number {
  return files.reduce((sum, { steps }) => sum + steps.length, 0);
}

/** Positions have no gaps, because reports wait for the one that comes next. */
function withoutOthers(file: FilePlan): FilePlan {
  const kept = file.steps.filter(({ skipReason }) => skipReason !== FILTERED_OUT);
  if (kept.length === file.steps.length) return file;
  const positions = kept.map(({ position }) => position).sort((a, b) => a - b);
  const places = new Map(positions.map((position, place) => [position, place]));
  return {
    ...file,
    steps: kept.map((step, index) => ({ ...step, index, position: places.get(step.position) ?? index })),
  };
}
