import { ServiceError } from '../../errors.js';
import type { DistributionRequest } from '../../operations/load/distribute-load.js';
import type { RunSettings } from '../../operations/settings/run-settings.js';
import { NEED_A_QUEUE } from '../flags/distribution-flags.js';
import { queueRequest } from '../command/queue-from-flags.js';
import type { StressInvocation } from './check-stress-flags.js';

const DEFAULT_WAIT_MS = 30_000;

/** Where the load is sent from; undefined for this process. Nothing is contacted. */
export async function chooseDistribution(
  invocation: StressInvocation,
  { queue, configDirectory, options }: Pick<RunSettings, 'queue' | 'configDirectory' | 'options'>,
): Promise<DistributionRequest | undefined> {
  const { flags, sources, context, terminal } = invocation;
  const needing = NEED_A_QUEUE.find((name) => sources.get(name) === 'flag');
  const isAsked = (['queue', 'workers', 'collect'] as const).some((name) => sources.get(name) === 'flag');
  if (!isAsked && needing === undefined) return undefined;
  const { chooseQueue } = await import('../../operations/settings/queue-settings.js');
  const chosen = await chooseQueue({
    ...queueRequest(invocation),
    config: {
      queue,
      directory: configDirectory ?? context.cwd,
      sources: { process: context.env, dotenv: new Map(Object.entries(options.dotenv)) },
    },
  });
  if (chosen === undefined) {
    throw new ServiceError('usage', `--${needing ?? 'queue'} needs --queue, SVC_QUEUE or queue.url`);
  }
  // A variable or a config only says where the queue would be.
  if (!isAsked) throw new ServiceError('usage', `--${needing ?? ''} needs --queue or --workers`);
  const wanted = flags.workers ?? 'all';
  const least = flags['min-workers'] ?? (wanted === 'all' ? 1 : wanted);
  if (wanted !== 'all' && least > wanted) {
    throw new ServiceError('usage', `--min-workers must be at most --workers, which is ${wanted}`);
  }
  for (const warning of chosen.warnings) await terminal.warning(warning);
  return {
    settings: chosen.settings,
    wanted,
    least,
    waitMs: flags['worker-wait'] ?? DEFAULT_WAIT_MS,
    labels: flags['worker-labels'],
    onLoss: flags['on-loss'] ?? 'continue',
    slots: { count: flags['max-vus'], shownName: 'max-vus' },
    onWaiting: (message) => {
      if (!flags.quiet) void context.stderr.write(`${message}\n`);
    },
    onWarning: (message) => void terminal.warning(message),
  };
}
