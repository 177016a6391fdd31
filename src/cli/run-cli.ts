import { version } from '../version.js';
import { COMMANDS } from './commands/all-commands.js';
import type { ProcessContext } from './process/process-context.js';

/** Nothing but the table of commands is loaded before the command line says what is needed. */
export async function runCli(context: ProcessContext): Promise<number> {
  if (context.argv.length === 1 && context.argv[0] === '--version') {
    await context.stdout.write(`svc ${version}\n`);
    return 0;
  }
  const { dispatch } = await import('./dispatch.js');
  return dispatch(await guarded(context), COMMANDS);
}

/** Under GitHub Actions a line of standard error can be a command too; nothing that is written there is meant to be. */
async function guarded(context: ProcessContext): Promise<ProcessContext> {
  if (context.env['GITHUB_ACTIONS'] !== 'true') return context;
  const { withoutCommands } = await import('../primitives/workflow-commands.js');
  const { stderr } = context;
  return {
    ...context,
    stderr: {
      get isTerminal() {
        return stderr.isTerminal;
      },
      get columns() {
        return stderr.columns;
      },
      get failure() {
        return stderr.failure;
      },
      write: (text) => stderr.write(typeof text === 'string' ? withoutCommands(text, 'text') : text),
    },
  };
}
