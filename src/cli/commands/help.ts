import { defineCommand } from '../command/command.js';
import { EXIT } from '../process/exit-code.js';
import { findCommand, unknownCommandError } from '../command/find-command.js';
import { helpText } from '../command/help.js';
import { helpWidth } from '../command/help-page.js';

export const help = defineCommand({
  arguments: [
    { name: 'command', meaning: 'words of a command; lists all commands when left out', repeatable: true },
  ],
  flags: {},
  examples: ['svc help validate'],
  exitCodes: [[EXIT.ok, 'the text was printed']],
  async run({ positionals, root, terminal, context }) {
    const call = findCommand(positionals, root);
    if (call.unknown !== undefined) throw await unknownCommandError(call, call.unknown, context.cwd);
    await terminal.payload(await helpText(call.node, call.path, helpWidth(context, 'stdout')));
    return EXIT.ok;
  },
});
