import { ServiceError } from '../../errors.js';
import { defineCommand } from '../command/command.js';
import { completionNodes, type CompletionNode } from '../completion/completion-nodes.js';
import { switchFlag } from '../flags/flag.js';
import { EXIT } from '../process/exit-code.js';

const SCRIPTS: Readonly<Record<string, () => Promise<(places: readonly CompletionNode[]) => string>>> = {
  bash: async () => (await import('../completion/bash.js')).bashScript,
  zsh: async () => (await import('../completion/zsh.js')).zshScript,
  fish: async () => (await import('../completion/fish.js')).fishScript,
  powershell: async () => (await import('../completion/powershell.js')).powershellScript,
};

export const completion = defineCommand({
  arguments: [{ name: 'shell', meaning: 'shell of the script', required: true, words: Object.keys(SCRIPTS) }],
  flags: {
    install: switchFlag('write the script where bash, zsh or fish looks for the completions of this user'),
    force: switchFlag('with --install: replace a file that svc did not write', { short: 'f' }),
  },
  examples: [
    'source <(svc completion bash)',
    'svc completion fish | source',
    'svc completion bash --install',
  ],
  exitCodes: [
    [EXIT.ok, 'the script was printed or written'],
    [EXIT.input, 'the file cannot be written, or svc did not write the one that is there'],
  ],
  async run({ flags, positionals, root, terminal, context }) {
    const shell = positionals[0] ?? '';
    const load = SCRIPTS[shell];
    if (load === undefined) throw new ServiceError('usage', 'missing argument <shell>');
    if (flags.force && !flags.install)
      throw new ServiceError('usage', '--force has no effect without --install');
    const script = (await load())(await completionNodes(root));
    if (!flags.install) {
      await terminal.payload(script);
      return EXIT.ok;
    }
    const { installScript } = await import('../completion/install-script.js');
    const notes = await installScript({ shell, script, env: context.env, force: flags.force });
    for (const note of notes) await terminal.note(note);
    return EXIT.ok;
  },
});
