import { ServiceError } from '../../errors.js';
import type { ChosenQueue, GivenText, QueueRequest } from '../../operations/settings/queue-settings.js';
import type { FlagSources } from '../flags/parse-flags.js';
import type { ProcessContext } from '../process/process-context.js';

interface QueueInvocation {
  readonly flags: {
    readonly queue: string | undefined;
    readonly 'queue-name': string | undefined;
    readonly 'key-file': string | undefined;
  };
  readonly sources: FlagSources;
  readonly context: ProcessContext;
}

/** What the operator says of the queue. The key is removed from the environment, where children would find it. */
export function queueRequest({ flags, sources, context }: QueueInvocation): QueueRequest {
  const key = context.env['SVC_WORKER_KEY'];
  context.forgetVariable('SVC_WORKER_KEY');
  const given = (name: string, text: string | undefined): GivenText | undefined => {
    if (text === undefined) return undefined;
    return { text, by: sources.get(name) === 'flag' ? 'flag' : 'variable' };
  };
  return {
    cwd: context.cwd,
    os: context.system.os,
    url: given('queue', flags.queue),
    name: flags['queue-name'],
    keyFile: given('key-file', flags['key-file']),
    key,
  };
}

/** For commands that do nothing without a queue, and read no config. */
export async function requiredQueue(invocation: QueueInvocation, command: string): Promise<ChosenQueue> {
  const request = queueRequest(invocation);
  const { chooseQueue } = await import('../../operations/settings/queue-settings.js');
  const chosen = await chooseQueue(request);
  if (chosen !== undefined) return chosen;
  throw new ServiceError('usage', `${command} needs --queue or SVC_QUEUE`);
}
