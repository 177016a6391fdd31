import { defineCommand } from '../command/command.js';
import { withInterruption } from '../command/interruption.js';
import { WORKER_FLAGS } from '../flags/worker-flags.js';
import { EXIT } from '../process/exit-code.js';

export const worker = defineCommand({
  arguments: [],
  flags: WORKER_FLAGS,
  examples: [
    'svc worker --new-key',
    'svc worker --queue redis://127.0.0.1:6379 --key-file key.txt',
    'svc worker --queue rediss://queue.example.test --key-file key.txt --labels eu --allow-hosts *.example.test',
  ],
  exitCodes: [
    [EXIT.ok, 'ended by SIGINT or SIGTERM, by --idle-exit, or by --once after a run that went through'],
    [EXIT.failed, 'the run of --once ended with an error'],
    [EXIT.input, 'the queue cannot be used, or a file cannot be read'],
    [EXIT.network, 'the queue could not be reached for a minute'],
    [130, 'ended immediately by a second SIGINT; 143 by a second SIGTERM'],
  ],
  run(invocation) {
    return withInterruption(invocation.context, async ({ signal }) => {
      if (invocation.flags['new-key']) {
        const { newQueueKey } = await import('../../queue/settings/queue-key.js');
        await invocation.terminal.payload(`${newQueueKey()}\n`);
        return EXIT.ok;
      }
      const { startWorker } = await import('../workers/start-worker.js');
      const code = await startWorker(invocation, signal);
      // Nothing that still keeps the process alive is needed any more, such as an attempt to connect.
      setTimeout(() => invocation.context.endNow(code), EXIT_TIMEOUT_MS).unref();
      return code;
    });
  },
});

const EXIT_TIMEOUT_MS = 300;
