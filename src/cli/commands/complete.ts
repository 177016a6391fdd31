import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { listRequests } from '../../operations/list-requests.js';
import { printableLine } from '../../primitives/printable.js';
import { defineCommand } from '../command.js';
import { COMMON_FLAGS } from '../common-flags.js';
import { EXIT } from '../exit-code.js';
import { findCommand } from '../find-command.js';
import { NAME_KINDS, type FlagTable, type NameKind } from '../flag.js';
import { parseFlags } from '../parse-flags.js';
import type { ProcessContext } from '../process-context.js';
import { pathsOrHere } from '../request-paths.js';

/** Called by the completion scripts with the words of the unfinished line; whatever is broken offers nothing. */
export const complete = defineCommand({
  arguments: [
    { name: 'kind', meaning: 'what to print', required: true, words: NAME_KINDS },
    { name: 'word', meaning: 'words of the command line, after --', repeatable: true },
  ],
  flags: {},
  examples: ['svc __complete request-names -- list -n'],
  exitCodes: [[EXIT.ok, 'always']],
  async run({ positionals, context, root, terminal }) {
    const [kind, ...words] = positionals;
    const { node, rest } = findCommand(words, root);
    const flags: FlagTable = 'load' in node ? (await node.load()).flags : {};
    const line = parseFlags(rest, { ...flags, ...COMMON_FLAGS } as FlagTable, context.env);
    const config = line.values['config'];
    const names = await NAMES[kind as NameKind]({
      paths: await existing(line.positionals, context.cwd),
      config: typeof config === 'string' ? config : undefined,
      context,
    }).catch(() => []);
    const lines = [...new Set(names)].filter((name) => name !== '' && name === printableLine(name));
    await terminal.payload(lines.map((name) => `${name}\n`).join(''));
    return EXIT.ok;
  },
});
