/** Applies all fixes that do not change what runs. */
import { fixesFor } from '../../authoring/fixes/fixes.js';
import { applyEdits, TextLines, type TextEdit } from '../../authoring/fixes/text-edit.js';
import { parseText } from '../../request-file/parse-file.js';

/** A fix may uncover another finding. */
const MAX_ROUNDS = 5;
/** Each fix is tried on the whole text. */
const MAX_FIXES = 200;

export function safelyFixed(text: string): string {
  let fixed = text;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const edits = safeEdits(fixed);
    if (edits.length === 0) return fixed;
    fixed = applyEdits(new TextLines(fixed), edits);
  }
  return fixed;
}

/** One fix for each finding, as long as their lines are apart. */
function safeEdits(text: string): readonly TextEdit[] {
  const chosen: TextEdit[] = [];
  const lines = new Set<number>();
  let fixes = 0;
  for (const finding of parseText(text, 'edited.http').diagnostics) {
    if (fixes === MAX_FIXES) break;
    const [fix] = fixesFor(finding, text).filter(({ safe }) => safe);
    if (fix === undefined) continue;
    fixes += 1;
    const touched = fix.edits.flatMap(({ line, endLine }) => rangeOf(line, endLine));
    if (touched.some((line) => lines.has(line))) continue;
    for (const line of touched) lines.add(line);
    chosen.push(...fix.edits);
  }
  return chosen;
}

function rangeOf(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
