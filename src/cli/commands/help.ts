import { defineCommand } from '../command/command.js';
import { EXIT } from '../process/exit-code.js';
import { findCommand, unknownCommand } from '../command/find-command.js';
import { helpText } from '../command/help.js';

export const help = defineCommand({
  arguments: [
    { name: 'command', meaning: 'words of a command; all commands without them', repeatable: true },
  ],
  flags: {},
  examples: ['svc help validate'],
  exitCodes: [[EXIT.ok, 'the text was printed']],
  async run({ positionals, root, terminal }) {
    const call = findCommand(positionals, root);
    if (call.unknown !== undefined) throw unknownCommand(call, call.unknown);
    await terminal.payload(await helpText(call.node, call.path));
    return EXIT.ok;
  },
});
