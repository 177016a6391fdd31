import { openJsonLog } from '../../primitives/json/json-log.js';
import { defineCommand } from '../command/command.js';
import { withInterruption } from '../command/interruption.js';
import { LSP_FLAGS } from '../lsp/lsp-flags.js';
import { EXIT } from '../process/exit-code.js';

export const lsp = defineCommand({
  arguments: [],
  flags: LSP_FLAGS,
  ownsStdout: true,
  examples: ['svc lsp', 'svc lsp --env staging', 'svc lsp --allow-shell --log-level info'],
  exitCodes: [
    [EXIT.ok, 'shut down by the client, or SIGINT or SIGTERM was received'],
    [EXIT.failed, 'the client left without a shutdown, or sent what cannot be read'],
    [EXIT.input, 'the config file is missing'],
    [130, 'ended immediately by a second SIGINT; 143 by a second SIGTERM'],
  ],
  async run({ flags, context }) {
    const { findConfig } = await import('../../workspace/config/config-search.js');
    // A file that the operator names has to exist; those of folders are found later.
    const named = flags.config;
    const config =
      named === undefined ? undefined : (await findConfig({ named, cwd: context.cwd }))?.absolute;
    const { serveLsp } = await import('../../lsp/serve-lsp.js');
    const log = openJsonLog({
      minLevel: flags['log-level'] ?? 'warn',
      write: (line) => void context.stderr.write(line),
    });
    return withInterruption(context, async ({ signal: stop }) => {
      const settings = {
        log,
        process: context.env,
        config,
        environment: flags.env,
        permissions: {
          shell: flags['allow-shell'],
          database: flags['allow-db'],
          secretCommands: flags['allow-secret-commands'],
        },
        history: flags['no-history'] === true ? false : undefined,
        clientProcessId: flags.clientProcessId,
        isAlive: context.identity.isAlive,
      };
      const code = await serveLsp(settings, { ...context.openStreams(), stop });
      // Nothing that still keeps the process alive is needed any more.
      setTimeout(() => context.endNow(code), EXIT_TIMEOUT_MS).unref();
      return code;
    });
  },
});

const EXIT_TIMEOUT_MS = 300;
