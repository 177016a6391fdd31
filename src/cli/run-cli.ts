import { version } from '../version.js';
import { COMMANDS } from './commands/all-commands.js';
import type { ProcessContext } from './process-context.js';

/** Nothing but the table of commands is loaded before the command line says what is needed. */
export async function runCli(context: ProcessContext): Promise<number> {
  if (context.argv.length === 1 && context.argv[0] === '--version') {
    await context.stdout.write(`svc ${version}\n`);
    return 0;
  }
  const { dispatch } = await import('./dispatch.js');
  return dispatch(context, COMMANDS);
}
