/** Makes all changes at once that leave alone what runs. */
import type { ReadScript } from '../../request-file/script-access.js';
import { checkText, type CheckedText } from './checked-text.js';
import type { Fix, FixableFinding } from './fix-context.js';
import { FixTrial } from './fix-law.js';
import { candidatesFor } from './fix-makers.js';
import { applyEdits, TextLines } from './text-edit.js';

/** Fixes of one line are made one after the other, and few lines have several. */
const MAX_PASSES = 8;
/** A fix that fails among others is found by halving, which ends here in a text with many of them. */
const MAX_TRIALS = 60;

interface ChosenFix extends Fix {
  readonly finding: FixableFinding;
}

/** The text with all safe fixes; the same text if there are none. */
export async function withSafeFixes(text: string, readScript?: ReadScript): Promise<string> {
  let source = await checkText(new TextLines(text), readScript);
  const trials = { left: MAX_TRIALS };
  for (let pass = 0; pass < MAX_PASSES && trials.left > 0; pass++) {
    const next = await applyTogether(source, safeFixesOf(source), trials, readScript);
    if (next === undefined) break;
    source = next;
  }
  return source.lines.text;
}

/** At most one per line, so that none gets in the way of another. */
function safeFixesOf(source: CheckedText): readonly ChosenFix[] {
  const chosen: ChosenFix[] = [];
  const taken = new Set<number>();
  // The last of several equal names removes all before it, whose findings need no fix of their own then.
  for (const finding of source.findings.toReversed()) {
    if (taken.has(finding.line)) continue;
    const fix = candidatesFor(finding, source).find(({ safe }) => safe);
    if (fix === undefined) continue;
    const lines = new Set(
      fix.edits.flatMap(({ line, endLine, endColumn }) => touched(line, endLine, endColumn)),
    );
    if ([...lines].some((line) => taken.has(line))) continue;
    for (const line of lines) taken.add(line);
    chosen.push({ ...fix, finding });
  }
  return chosen.reverse();
}

/** The lines that an edit changes; one that ends before the first column of a line leaves that line alone. */
function touched(line: number, endLine: number, endColumn: number): number[] {
  const last = endColumn === 1 && endLine > line ? endLine - 1 : endLine;
  return Array.from({ length: last - line + 1 }, (_, index) => line + index);
}

/** The text with as many of the fixes as go together; undefined if none can be made. */
async function applyTogether(
  source: CheckedText,
  fixes: readonly ChosenFix[],
  trials: { left: number },
  readScript: ReadScript | undefined,
): Promise<CheckedText | undefined> {
  let made: readonly ChosenFix[] = [];
  let result: CheckedText | undefined;
  const groups = fixes.length === 0 ? [] : [fixes];
  for (let group = groups.pop(); group !== undefined && trials.left > 0; group = groups.pop()) {
    trials.left--;
    const wanted = [...made, ...group];
    const edited = applyEdits(
      source.lines,
      wanted.flatMap(({ edits }) => edits),
    );
    const after = await checkText(edited.lines, readScript);
    if (holdsForAll(new FixTrial(source, after, edited), wanted)) {
      made = wanted;
      result = after;
    } else if (group.length > 1) {
      const middle = group.length >> 1;
      groups.push(group.slice(0, middle), group.slice(middle));
    }
  }
  return result;
}

function holdsForAll(trial: FixTrial, fixes: readonly ChosenFix[]): boolean {
  const findings = fixes.map(({ finding }) => finding);
  return (
    findings.every((finding) => trial.isGone(finding)) && !trial.hasNewError(findings) && trial.meansTheSame()
  );
}
