import { defineCommand } from '../command/command.js';
import { EXIT } from '../process/exit-code.js';
import { waitForAbort, withInterruption } from '../command/interruption.js';
import { startServing } from '../serve/start-serving.js';
import { DISTRIBUTION_FLAGS } from '../flags/distribution-flags.js';
import { SERVE_FLAGS } from '../flags/serve-flags.js';

export const serve = defineCommand({
  arguments: [{ name: 'dir', meaning: 'workspace directory; a file stands for its directory' }],
  flags: SERVE_FLAGS,
  describedElsewhere: {
    flags: DISTRIBUTION_FLAGS,
    shown: [
      '--queue, --worker-wait, ...',
      'let load tests be sent by workers; svc stress --help describes these flags',
    ],
  },
  examples: [
    'svc serve',
    'svc serve --port 0 --api-only tests/',
    'svc serve --token auto',
    'svc serve --read-only --no-history --log-format json tests/',
  ],
  exitCodes: [
    [EXIT.ok, 'ended by SIGINT or SIGTERM'],
    [EXIT.input, 'the workspace or the config file is missing, or the port cannot be used'],
    [130, 'ended immediately by a second SIGINT; 143 by a second SIGTERM'],
  ],
  run(invocation) {
    const { context } = invocation;
    return withInterruption(context, async ({ signal }) => {
      const { url, close, notice } = await startServing(invocation);
      await context.stderr.write(notice);
      await context.stdout.write(`Listening on ${url}\n`);
      await waitForAbort(signal);
      await close();
      // Nothing that still keeps the process alive is needed any more.
      setTimeout(() => context.endNow(EXIT.ok), EXIT_TIMEOUT_MS).unref();
      return EXIT.ok;
    });
  },
});

const EXIT_TIMEOUT_MS = 300;
