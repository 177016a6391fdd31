import { listRequests } from '../../operations/files/list-requests.js';
import { printableLine } from '../../primitives/printable.js';
import { defineCommand } from '../command/command.js';
import { GLOBAL_FLAGS } from '../flags/global-flags.js';
import { loadEffectiveConfig } from '../command/effective-config.js';
import { EXIT } from '../process/exit-code.js';
import { findCommand } from '../command/find-command.js';
import { NAME_KINDS, type FlagTable, type NameKind } from '../flags/flag.js';
import { parseFlags } from '../flags/parse-flags.js';
import type { ProcessContext } from '../process/process-context.js';
import { existingPaths, pathsOrHere } from '../command/request-paths.js';

/** Called by the completion scripts with the words of the unfinished line; offers nothing when anything fails. */
export const complete = defineCommand({
  arguments: [
    { name: 'kind', meaning: 'what to print', required: true, words: NAME_KINDS },
    { name: 'word', meaning: 'words of the command line, after --', repeatable: true },
  ],
  flags: {},
  examples: ["svc __complete request-names -- list -n ''"],
  exitCodes: [[EXIT.ok, 'always']],
  async run({ positionals: [kind, ...words], context, root, terminal }) {
    const { node, rest } = findCommand(words, root);
    const own = 'load' in node ? (await node.load()).flags : {};
    const flags: FlagTable = { ...own, ...GLOBAL_FLAGS };
    const unfinished = parseFlags(rest, flags, context.env);
    const config = unfinished.values['config'];
    const positionals = unfinished.positionals.filter((path) => path !== '');
    const paths = existingPaths(positionals, context.cwd);
    const named = typeof config === 'string' ? config : undefined;
    const names = await namesOf(kind as NameKind, context, paths, named);
    const lines = [...new Set(names)].filter((name) => name !== '' && name === printableLine(name));
    await terminal.payload(lines.map((name) => `${name}\n`).join(''));
    return EXIT.ok;
  },
});

async function namesOf(
  kind: NameKind,
  context: ProcessContext,
  paths: readonly string[],
  config: string | undefined,
): Promise<readonly string[]> {
  if (kind === 'request-names') {
    const all = { names: [], tags: [], excludeTags: [] };
    const names: string[] = [];
    // Completion says nothing about files that cannot be listed.
    for await (const { requests } of listRequests(pathsOrHere(paths), context.cwd, all, () => undefined))
      for (const { name } of requests) names.push(name);
    return names;
  }
  const settings = await loadEffectiveConfig(context, paths, config);
  const named = kind === 'environments' ? settings?.environments : settings?.stress?.profiles;
  return Object.keys(named ?? {});
}
