/** Definitions and renames inside of one file. Loaded by the worker when one is asked for. */
import { analyseText } from '../../../src/authoring/analysed-text.js';
import { definitionAt } from '../../../src/authoring/navigate/definition.js';
import { memoryIndex } from '../../../src/authoring/navigate/memory-index.js';
import { prepareRename, renameAt } from '../../../src/authoring/navigate/rename.js';
import type { RenameResult, RenameStart, TextPlace, TextSpan } from './messages.js';

/** Of several definitions the first one; undefined if there is none in this file. */
export function findDefinition(
  path: string,
  text: string,
  { line, column }: TextPlace,
): TextSpan | undefined {
  const found = definitionAt(analyseText(text, path), memoryIndex({}), line, column);
  for (const each of found?.definitions ?? [])
    if (each.kind === 'name' && each.path === path)
      return { line: each.line, column: each.column, endColumn: each.endColumn };
  return undefined;
}

export function startRename(path: string, text: string, place: TextPlace): RenameStart {
  const found = prepareRename(analyseText(text, path), memoryIndex({}), place);
  if (found === undefined) return {};
  return 'refusal' in found ? { refusal: found.refusal } : { name: found.name };
}

export async function rename(
  path: string,
  text: string,
  place: TextPlace,
  newName: string,
): Promise<RenameResult> {
  const found = (await renameAt(analyseText(text, path), memoryIndex({}), place, newName)) ?? [];
  if ('refusal' in found) return { edits: [], refusal: found.refusal };
  return { edits: found.flatMap(({ edits }) => edits) };
}
