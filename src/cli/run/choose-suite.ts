import { ServiceError } from '../../errors.js';
import type { ChosenQueue } from '../../operations/settings/queue-settings.js';
import type { RunSettings } from '../../operations/settings/run-settings.js';
import { queueRequest } from '../command/queue-from-flags.js';
import { NEED_A_QUEUE } from '../flags/distribution-flags.js';
import { ASK_FOR_WORKERS } from '../flags/stress-flags.js';
import type { RunInvocation } from './read-run-flags.js';
import { chooseWorkers } from '../../operations/load/choose-workers.js';
import type { SuiteDistribution } from '../../operations/runs/distribute-units.js';
import { reportFault } from '../command/failure.js';

export const DEFAULT_WORKER_WAIT_MS = 30_000;

/** The queue of a run that asks for workers by a flag; undefined for any other run. Nothing is contacted. */
export async function chooseAskedQueue(
  invocation: Pick<RunInvocation, 'flags' | 'sources' | 'context'>,
  { queue, configDirectory, options }: Pick<RunSettings, 'queue' | 'configDirectory' | 'options'>,
): Promise<ChosenQueue | undefined> {
  const { sources, context } = invocation;
  const needing = NEED_A_QUEUE.find((name) => sources.get(name) === 'flag');
  const isAsked = [...ASK_FOR_WORKERS, 'collect'].some((name) => sources.get(name) === 'flag');
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
  return chosen;
}

const FLAG_OF_FIELD = {
  workers: '--workers',
  minWorkers: '--min-workers',
  workerLabels: '--worker-labels',
  onLoss: '--on-loss',
} as const;

/** Who runs the requests of a run; undefined for this process. Nothing is contacted. */
export async function chooseSuiteDistribution(
  invocation: RunInvocation,
  settings: RunSettings,
): Promise<SuiteDistribution | undefined> {
  const { flags, context, terminal } = invocation;
  const chosen = await chooseAskedQueue(invocation, settings);
  if (chosen === undefined) return undefined;
  const { wanted, least, labels } = chooseWorkers(
    {
      workers: flags.workers,
      minWorkers: flags['min-workers'],
      workerLabels: flags['worker-labels'],
    },
    undefined,
    (field) => FLAG_OF_FIELD[field],
  );
  for (const warning of chosen.warnings) await terminal.warning(warning);
  return {
    settings: chosen.settings,
    wanted,
    least,
    labels,
    waitMs: flags['worker-wait'] ?? DEFAULT_WORKER_WAIT_MS,
    retriesLost: flags['retry-lost'],
    most: flags.concurrency,
    onWaiting: (message) => {
      if (!flags.quiet) void context.stderr.write(`${message}\n`);
    },
    onWarning: (message) => void terminal.warning(message),
    onNote: (message) => void terminal.note(message),
    onFault: (error) => void reportFault(error, context),
  };
}
