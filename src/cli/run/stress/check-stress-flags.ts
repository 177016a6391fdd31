import { ServiceError } from '../../../errors.js';
import type { Invocation } from '../../command/command.js';
import type { FlagSources } from '../../flags/parse-flags.js';
import type { LineSelection } from '../../command/line-arguments.js';
import type { RUN_FLAGS } from '../../flags/run-flags.js';
import { LOAD_ONLY_FLAGS, type DISTRIBUTION_FLAGS } from '../../flags/distribution-flags.js';
import { STRESS_FLAGS } from '../../flags/stress-flags.js';

export type StressInvocation = Invocation<
  typeof RUN_FLAGS & typeof STRESS_FLAGS & typeof DISTRIBUTION_FLAGS
> &
  LineSelection;

/** Flags that make no sense in a load test. */
export const RUN_ONLY_FLAGS = [
  'watch',
  'shard',
  'last-failed',
  'repeat',
  'delay',
  'coverage',
  'update-snapshots',
  'bail',
  'dry-run',
  'report',
  'retry-lost',
  'allow-save',
  'save-dir',
  'yes',
  'otlp',
] as const satisfies readonly (keyof typeof RUN_FLAGS)[];

export function refuseRunOnlyFlags(sources: FlagSources): void {
  const refused = RUN_ONLY_FLAGS.find((name) => sources.get(name) === 'flag');
  if (refused !== undefined) throw new ServiceError('usage', `--${refused} cannot be used in a load test`);
}

export function refuseStressFlags(sources: FlagSources): void {
  const refused = [...Object.keys(STRESS_FLAGS), ...LOAD_ONLY_FLAGS].find(
    (name) => sources.get(name) === 'flag',
  );
  if (refused !== undefined) throw new ServiceError('usage', `--${refused} needs --stress`);
}
