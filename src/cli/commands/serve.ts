import { defineCommand } from '../command/command.js';
import { EXIT } from '../process/exit-code.js';
import { awaitInterruption, interrupted } from '../command/interruption.js';
import { startServing } from '../serve/start-serving.js';
import { SERVE_FLAGS } from '../flags/serve-flags.js';

export const serve = defineCommand({
  arguments: [{ name: 'dir', meaning: 'workspace, a directory; a file means its directory' }],
  flags: SERVE_FLAGS,
  examples: [
    'svc serve',
    'svc serve --port 0 --api-only tests/',
    'svc serve --token auto',
    'svc serve --read-only --no-history --log-format json tests/',
  ],
  exitCodes: [
    [EXIT.ok, 'ended by SIGINT or SIGTERM'],
    [EXIT.input, 'the workspace or the config file is missing, or the port cannot be used'],
    [130, 'ended at once by a second SIGINT; 143 by a second SIGTERM'],
  ],
  async run(invocation) {
    const { context } = invocation;
    const interruption = awaitInterruption(context);
    try {
      const { url, close, notice } = await startServing(invocation);
      await context.stderr.write(notice);
      await context.stdout.write(`Listening on ${url}\n`);
      await interrupted(interruption.signal);
      await close();
      // Whatever still keeps the process alive is nothing that anybody waits for.
      setTimeout(() => context.endNow(EXIT.ok), PATIENCE_MS).unref();
      return EXIT.ok;
    } finally {
      interruption.release();
    }
  },
});

const PATIENCE_MS = 300;
