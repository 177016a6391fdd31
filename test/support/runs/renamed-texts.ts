/** Renames in workspaces that exist only as texts. */
import { applyEdits, TextLines } from '../../../src/authoring/fixes/text-edit.js';
import { memoryIndex } from '../../../src/authoring/navigate/memory-index.js';
import { renameAt } from '../../../src/authoring/navigate/rename.js';

/** By path. */
export type Texts = Readonly<Record<string, string>>;

export interface TextPlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** The texts that changed, or why nothing may be changed; undefined where there is no name. */
export async function renameInTexts(
  texts: Texts,
  place: TextPlace,
  newName: string,
  isComplete = true,
): Promise<Texts | string | undefined> {
  const index = memoryIndex(texts, isComplete);
  const analysed = await index.analyse(place.path);
  const result = analysed && (await renameAt(analysed, index, place, newName));
  if (result === undefined) return undefined;
  if ('refusal' in result) return result.refusal;
  return Object.fromEntries(
    result.map(({ path, edits }) => [path, applyEdits(new TextLines(texts[path] ?? ''), edits).lines.text]),
  );
}

export interface MarkedTexts {
  readonly texts: Texts;
  readonly place: TextPlace;
}

/** A bar in one of the texts marks the place, and is no part of it. */
export function markedTexts(marked: Texts): MarkedTexts {
  const [path, text] = Object.entries(marked).find(([, each]) => each.includes('|')) ?? ['', ''];
  const before = text.slice(0, text.indexOf('|')).split('\n');
  return {
    texts: { ...marked, [path]: text.replace('|', '') },
    place: { path, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 },
  };
}
