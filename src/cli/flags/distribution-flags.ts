import { LOSS_ACTIONS, MAX_WORKERS, WORKER_RULES } from '../../primitives/shapes/worker-choice.js';
import { flagGroup, type FlagValue } from './flag.js';
import { labelsFlag, QUEUE_FLAGS } from './queue-flags.js';
import { durationFlag, numberFlag, parsedFlag, textFlag, wordFlag } from './value-flags.js';

/** Suites and load tests on workers: only `--queue` or `--workers` on the command line asks for that. */
export const DISTRIBUTION_FLAGS = {
  ...QUEUE_FLAGS,
  ...flagGroup('Queue', {
    workers: parsedFlag(
      'workers that send the requests, or all that are free',
      { value: 'number', shownDefault: 'all with --queue' },
      readWorkers,
    ),
    'min-workers': numberFlag(
      'start with so many if no more are free after the wait',
      { type: 'integer', minimum: 1, maximum: MAX_WORKERS },
      { shownDefault: 'all of --workers, 1 with all' },
    ),
    'worker-wait': durationFlag('how long to wait for workers', { zero: true, shownDefault: '30s' }),
    'worker-labels': labelsFlag('only workers that have all of these labels'),
    'on-loss': wordFlag('what to do when a worker is lost during the load', LOSS_ACTIONS, {
      value: 'word',
      shownDefault: 'continue',
    }),
    collect: textFlag('end a test whose coordinator was lost, given by its run; without paths', {
      value: 'run',
    }),
  }),
} as const;

/** Flags that say nothing without a queue. */
export const NEED_A_QUEUE = [
  'workers',
  'min-workers',
  'worker-wait',
  'worker-labels',
  'on-loss',
  'collect',
  'retry-lost',
] as const;

/** Flags that only load tests have. */
export const LOAD_ONLY_FLAGS = ['on-loss', 'collect'] as const;

function readWorkers(text: string): FlagValue<number | 'all'> {
  if (text === 'all') return { value: 'all' };
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= MAX_WORKERS ? { value: count } : { problem: `use ${WORKER_RULES.workers}` };
}
