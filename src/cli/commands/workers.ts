import { defineCommand } from '../command/command.js';
import { requiredQueue } from '../command/queue-from-flags.js';
import { switchFlag } from '../flags/flag.js';
import { labelsFlag, QUEUE_FLAGS } from '../flags/queue-flags.js';
import { durationFlag, numberFlag } from '../flags/value-flags.js';
import { EXIT } from '../process/exit-code.js';
import { MAX_WORKERS } from '../../primitives/shapes/worker-choice.js';

export const workers = defineCommand({
  arguments: [],
  flags: {
    ...QUEUE_FLAGS,
    labels: labelsFlag('only workers that have all of these'),
    require: numberFlag(
      'fail unless so many are free',
      { type: 'integer', minimum: 0, maximum: MAX_WORKERS },
      { shownDefault: '0' },
    ),
    wait: durationFlag('how long to wait for them', { zero: true, shownDefault: '0s' }),
    json: switchFlag('print a JSON document'),
  },
  examples: [
    'svc workers --queue redis://127.0.0.1:6379 --key-file key.txt',
    'svc workers --queue redis://127.0.0.1:6379 --key-file key.txt --require 4 --wait 30s',
  ],
  exitCodes: [
    [EXIT.ok, 'the workers were listed'],
    [EXIT.failed, 'fewer than --require workers are free'],
    [EXIT.input, 'the queue cannot be used, or a file cannot be read'],
    [EXIT.network, 'the queue cannot be reached'],
  ],
  async run(invocation) {
    const { flags, terminal } = invocation;
    const { settings, warnings } = await requiredQueue(invocation, 'svc workers');
    const { openQueue } = await import('../../queue/open-queue.js');
    const { listQueue } = await import('../../operations/workers/list-workers.js');
    for (const warning of warnings) await terminal.warning(warning);
    const queue = await openQueue(settings);
    try {
      for (const warning of queue.warnings) await terminal.warning(warning);
      const required = flags.require ?? 0;
      const { document, freeCount } = await listQueue(queue, {
        address: settings.address.shown,
        labels: flags.labels,
        required,
        waitMs: flags.wait ?? 0,
      });
      if (flags.json) await terminal.json(`${JSON.stringify(document, undefined, 2)}\n`);
      else await terminal.report((await import('../workers/workers-table.js')).workersTable(document));
      return freeCount < required ? EXIT.failed : EXIT.ok;
    } finally {
      await queue.transport.close();
    }
  },
});
