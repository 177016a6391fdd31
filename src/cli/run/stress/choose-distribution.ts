import { chooseWorkers, type WorkerFields } from '../../../operations/load/choose-workers.js';
import type { DistributionRequest } from '../../../operations/load/distribute-load.js';
import type { RunSettings } from '../../../operations/settings/run-settings.js';
import type { StressProfile } from '../../../workspace/config/config.js';
import type { StressInvocation } from './check-stress-flags.js';
import { chooseAskedQueue, DEFAULT_WORKER_WAIT_MS } from '../choose-suite.js';
import { chosenProfile } from './read-stress-flags.js';

/** Where the load is sent from; undefined for this process. Nothing is contacted. */
export async function chooseDistribution(
  invocation: StressInvocation,
  settings: Pick<RunSettings, 'queue' | 'configDirectory' | 'options' | 'stressProfiles'>,
): Promise<DistributionRequest | undefined> {
  const { flags, context, terminal } = invocation;
  const chosen = await chooseAskedQueue(invocation, settings);
  if (chosen === undefined) return undefined;
  const profile = chosenProfile(invocation, settings);
  const chosenWorkers = chooseWorkers(workerFields(flags), profile, nameOfField(invocation, profile));
  for (const warning of chosen.warnings) await terminal.warning(warning);
  return {
    settings: chosen.settings,
    ...chosenWorkers,
    waitMs: flags['worker-wait'] ?? DEFAULT_WORKER_WAIT_MS,
    slots: { count: flags['max-vus'] ?? profile?.maxVUs, shownName: 'max-vus' },
    onWaiting: (message) => {
      if (!flags.quiet) void context.stderr.write(`${message}\n`);
    },
    onWarning: (message) => void terminal.warning(message),
  };
}

function workerFields(flags: StressInvocation['flags']): WorkerFields {
  return {
    workers: flags.workers,
    minWorkers: flags['min-workers'],
    workerLabels: flags['worker-labels'],
    onLoss: flags['on-loss'],
  };
}

const FLAG_OF_FIELD = {
  workers: 'workers',
  minWorkers: 'min-workers',
  workerLabels: 'worker-labels',
  onLoss: 'on-loss',
} as const satisfies Record<keyof WorkerFields, string>;

/** Messages name the flag, or the profile that supplies the value. */
function nameOfField(
  { flags }: StressInvocation,
  profile: StressProfile | undefined,
): (field: keyof WorkerFields) => string {
  return (field) => {
    const flag = FLAG_OF_FIELD[field];
    const isOfProfile = flags[flag] === undefined && profile !== undefined && Object.hasOwn(profile, field);
    return isOfProfile ? `${field} of profile "${flags.profile}"` : `--${flag}`;
  };
}
