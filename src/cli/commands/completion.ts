import { ServiceError } from '../../errors.js';
import { defineCommand } from '../command/command.js';
import { completionPlaces, type Place } from '../completion/places.js';
import { EXIT } from '../process/exit-code.js';

const SCRIPTS: Readonly<Record<string, () => Promise<(places: readonly Place[]) => string>>> = {
  bash: async () => (await import('../completion/bash.js')).bashScript,
  zsh: async () => (await import('../completion/zsh.js')).zshScript,
  fish: async () => (await import('../completion/fish.js')).fishScript,
  powershell: async () => (await import('../completion/powershell.js')).powershellScript,
};

export const completion = defineCommand({
  arguments: [
    { name: 'shell', meaning: 'the shell to write for', required: true, words: Object.keys(SCRIPTS) },
  ],
  flags: {},
  examples: ['source <(svc completion bash)', 'svc completion fish | source'],
  exitCodes: [[EXIT.ok, 'the script was printed']],
  async run({ positionals, root, terminal }) {
    const load = SCRIPTS[positionals[0] ?? ''];
    if (load === undefined) throw new ServiceError('usage', 'missing argument <shell>');
    const script = await load();
    await terminal.payload(script(await completionPlaces(root)));
    return EXIT.ok;
  },
});
