/** Adds suggested assertions to request files, or shows what would be added. */
import { ServiceError } from '../../errors.js';
import { applyFix, fixSummary, planFix } from '../../operations/strength/plan-fix.js';
import { unifiedDiff } from '../../primitives/text/unified-diff.js';
import type { Suggestion } from '../../strength/model/advice.js';
import type { Invocation } from '../command/command.js';
import { findWorkspaceFolders } from '../command/named-output.js';
import type { STRENGTH_FLAGS } from '../flags/strength-flags.js';
import { EXIT, type ExitCode } from '../process/exit-code.js';

/** Files that cannot be changed do not keep the others from it. */
export async function fixFiles(
  invocation: Invocation<typeof STRENGTH_FLAGS>,
  suggestions: readonly Suggestion[],
): Promise<ExitCode> {
  const { flags, terminal, context } = invocation;
  const { fixes, refusals } = await planFix(suggestions, context.cwd);
  for (const refusal of refusals) await terminal.error(refusal);
  let code: ExitCode = refusals.length > 0 ? EXIT.input : EXIT.ok;
  if (fixes.length === 0 && refusals.length === 0) await terminal.note('there is no assertion to add');
  if (flags['dry-run']) {
    for (const { file, before, after } of fixes) await terminal.payload(unifiedDiff(file, before, after));
    return code;
  }
  const folders = await findWorkspaceFolders(invocation);
  for (const fix of fixes) {
    try {
      await applyFix(fix, folders);
      await terminal.note(fixSummary(fix));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      await terminal.error(error.message);
      code = EXIT.input;
    }
  }
  return code;
}
