import { ServiceError } from '../../errors.js';
import type { Invocation } from '../command/command.js';
import type { FlagSources } from '../flags/parse-flags.js';
import type { RUN_FLAGS } from '../flags/run-flags.js';
import { STRESS_FLAGS } from '../flags/stress-flags.js';

export type StressInvocation = Invocation<typeof RUN_FLAGS & typeof STRESS_FLAGS>;

/** What makes no sense under load (cli.md 6.1). */
export const REFUSED_UNDER_LOAD = [
  'watch',
  'shard',
  'last-failed',
  'coverage',
  'update-snapshots',
  'bail',
  'dry-run',
  'report',
] as const satisfies readonly (keyof typeof RUN_FLAGS)[];

export function refuseWithLoad(sources: FlagSources): void {
  const met = REFUSED_UNDER_LOAD.find((name) => sources.get(name) === 'flag');
  if (met !== undefined) throw new ServiceError('usage', `--${met} cannot be used in a load test`);
}

export function refuseWithoutLoad(sources: FlagSources): void {
  const met = Object.keys(STRESS_FLAGS).find((name) => sources.get(name) === 'flag');
  if (met !== undefined) throw new ServiceError('usage', `--${met} needs --stress`);
}
