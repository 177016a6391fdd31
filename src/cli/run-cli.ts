import { version } from '../version.js';
import { COMMANDS } from './commands/all-commands.js';
import type { Output, ProcessContext } from './process/process-context.js';

/** Only the table of commands is loaded before the command is known. */
export async function runCli(context: ProcessContext): Promise<number> {
  if (context.argv.length === 1 && context.argv[0] === '--version') {
    await context.stdout.write(`svc ${version}\n`);
    return 0;
  }
  const { dispatch } = await import('./dispatch.js');
  return dispatch(await guarded(context), COMMANDS);
}

/** GitHub Actions interprets lines of standard error as commands, and no output of svc is meant to be one. */
async function guarded(context: ProcessContext): Promise<ProcessContext> {
  if (context.env['GITHUB_ACTIONS'] !== 'true') return context;
  const { escapeCommands } = await import('../primitives/text/workflow-commands.js');
  const write: Output['write'] = (text) =>
    context.stderr.write(typeof text === 'string' ? escapeCommands(text, 'text') : text);
  // The other members are inherited, since copying would read their current values.
  const stderr = Object.create(context.stderr, { write: { value: write } }) as Output;
  return { ...context, stderr };
}
