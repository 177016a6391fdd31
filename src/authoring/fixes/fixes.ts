/** What an editor can change so that a finding is gone. */
import { otherFileDependency } from '../../request-file/model/directive-values.js';
import { messageValues } from '../../request-file/model/message-values.js';
import { checkText, type CheckedText } from './checked-text.js';
import type { Fix, FixableFinding, FixSources } from './fix-context.js';
import { FixTrial } from './fix-law.js';
import { candidatesFor, mayHaveFix } from './fix-makers.js';
import { applyEdits, TextLines } from './text-edit.js';

export type { Fix, FixableFinding, FixSources } from './fix-context.js';

/** Each of them makes the finding disappear and causes no error; what would not is left out. */
export async function fixesFor(
  finding: FixableFinding,
  text: string,
  sources: FixSources = {},
): Promise<readonly Fix[]> {
  if (!mayHaveFix(finding.code)) return [];
  return (await fixFinder(text, sources))(finding);
}

/** The same for several findings of one text. */
export async function fixFinder(
  text: string,
  sources: FixSources = {},
): Promise<(finding: FixableFinding) => Promise<readonly Fix[]>> {
  const before = await checkText(new TextLines(text), sources.readScript);
  return async (asked) => {
    const isFromElsewhere = isAboutOtherFile(asked);
    // The text may have changed since it was checked.
    const finding = isFromElsewhere ? asked : before.findings.find((each) => isSameFinding(each, asked));
    if (finding === undefined) return [];
    const fixes: Fix[] = [];
    for (const fix of candidatesFor(finding, before, sources)) {
      const edited = applyEdits(before.lines, fix.edits);
      const trial = new FixTrial(before, await checkText(edited.lines, sources.readScript), edited);
      const isGone = isFromElsewhere || trial.isGone(finding);
      if (isGone && !trial.hasNewError([finding]) && (!fix.safe || trial.meansTheSame())) fixes.push(fix);
    }
    return fixes;
  };
}

/** Only who reads other files finds such a thing, and gives the names that are there. */
function isAboutOtherFile({ code, message }: FixableFinding): boolean {
  if (code !== 'unknown_dependency') return false;
  return otherFileDependency(messageValues(code, message)?.['name'] ?? '') !== undefined;
}

function isSameFinding(a: CheckedText['findings'][number], b: FixableFinding): boolean {
  return a.code === b.code && a.line === b.line && a.column === b.column && a.message === b.message;
}
