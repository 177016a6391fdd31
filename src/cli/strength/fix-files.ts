/** Adds suggested assertions to request files, or shows what would be added. */
import { resolve } from 'node:path';
import { planFix } from '../../operations/strength/plan-fix.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { unifiedDiff } from '../../primitives/text/unified-diff.js';
import type { Suggestion } from '../../strength/model/advice.js';
import { writeOutput } from '../../workspace/output/write-output.js';
import type { Invocation } from '../command/command.js';
import { findWorkspaceFolders } from '../command/named-output.js';
import type { STRENGTH_FLAGS } from '../flags/strength-flags.js';

/** Nothing is written unless all files can be read. */
export async function fixFiles(
  invocation: Invocation<typeof STRENGTH_FLAGS>,
  suggestions: readonly Suggestion[],
): Promise<void> {
  const { flags, terminal, context } = invocation;
  const changes = await planFix(suggestions, context.cwd);
  if (changes.length === 0) return terminal.note('there is no assertion to add');
  if (flags['dry-run']) {
    for (const { file, before, after } of changes) await terminal.payload(unifiedDiff(file, before, after));
    return;
  }
  const folders = await findWorkspaceFolders(invocation);
  for (const { file, after } of changes) {
    const target = { absolute: resolve(context.cwd, file), shown: file, folders };
    await writeOutput(target, after, { links: 'refuse', folders: 'require' });
    const added = suggestions.filter((suggestion) => suggestion.file === file).length;
    await terminal.note(`added ${formatCount(added, 'assertion')} to ${file}`);
  }
}
