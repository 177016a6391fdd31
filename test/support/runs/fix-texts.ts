/** Texts before and after fixes. */
import { checkText } from '../../../src/authoring/fixes/checked-text.js';
import { fixesFor, type FixableFinding, type FixSources } from '../../../src/authoring/fixes/fixes.js';
import { applyEdits, TextLines } from '../../../src/authoring/fixes/text-edit.js';

/** The last finding of a code, which has to be there. */
export async function findingOf(text: string, code: string): Promise<FixableFinding> {
  const { findings } = await checkText(new TextLines(text));
  const found = findings.findLast((each) => each.code === code);
  if (found === undefined) throw new Error(`no ${code} in ${findings.map((each) => each.code).join(' ')}`);
  return found;
}

/** A text with edits. */
export const fixedText = (text: string, edits: Parameters<typeof applyEdits>[1]): string =>
  applyEdits(new TextLines(text), edits).lines.text;

/** By title, the texts with each fix of the last finding of a code. */
export async function fixesOf(
  text: string,
  code: string,
  sources?: FixSources,
): Promise<Readonly<Record<string, string>>> {
  const fixes = await fixesFor(await findingOf(text, code), text, sources);
  return Object.fromEntries(fixes.map(({ title, edits }) => [title, fixedText(text, edits)]));
}
