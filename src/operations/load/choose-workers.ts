import { ServiceError } from '../../errors.js';
import type { LossAction } from '../../primitives/shapes/worker-choice.js';
import type { StressProfile } from '../../workspace/config/config.js';
import type { DistributionRequest } from './distribute-load.js';

/** What users say about the workers of a test; null means absent. */
export interface WorkerFields {
  readonly workers?: number | 'all' | null | undefined;
  readonly minWorkers?: number | null | undefined;
  readonly workerLabels?: readonly string[] | null | undefined;
  readonly onLoss?: LossAction | null | undefined;
}

export type ChosenWorkers = Pick<DistributionRequest, 'wanted' | 'least' | 'labels' | 'onLoss'>;

/** A field overrides the profile. `nameOf` returns the name of a field for users, such as that of a flag. */
export function chooseWorkers(
  fields: WorkerFields,
  profile: StressProfile | undefined,
  nameOf: (field: keyof WorkerFields) => string = (field) => field,
): ChosenWorkers {
  const wanted = fields.workers ?? profile?.workers ?? 'all';
  const least = fields.minWorkers ?? profile?.minWorkers;
  if (wanted !== 'all' && least !== undefined && least > wanted) {
    const message = `${nameOf('minWorkers')} must be at most ${nameOf('workers')}, which is ${wanted}`;
    throw new ServiceError('usage', message);
  }
  return {
    wanted,
    least: least ?? (wanted === 'all' ? 1 : wanted),
    labels: fields.workerLabels ?? [],
    onLoss: fields.onLoss ?? profile?.onLoss ?? 'continue',
  };
}
