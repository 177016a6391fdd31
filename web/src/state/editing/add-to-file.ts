/** Adds a text to a file by its editor, so that it is unsaved and can be undone there. */
import { createFile, readFileText } from '../../api/files.js';
import { documents, openText, replaceText } from '../documents.js';
import { attempt, notify } from '../notices.js';
import { fileAddress, navigate } from '../route.js';
import { loadWorkspace } from '../workspace.js';

export interface AddedText {
  readonly text: string;
  /** Where the addition starts, from 1. */
  readonly line: number;
}

/** A new file is created empty, so that everything in it can be undone too. */
export async function addToFile(
  path: string,
  isNew: boolean,
  change: (text: string) => AddedText,
): Promise<boolean> {
  const opened = isNew ? await attempt(() => createFile(path, '')) : path;
  if (opened === undefined) return false;
  if (isNew) await loadWorkspace();
  const before = await openText(opened);
  const added = change(before ?? '');
  if (before === undefined || !replaceText(opened, before, added.text)) {
    notify('problem', `${opened} cannot be opened, so nothing was added.`);
    return false;
  }
  navigate(fileAddress(opened, added.line));
  return true;
}

/** The text of a file with its unsaved edits; empty if it cannot be read. */
export async function textOf(path: string): Promise<string> {
  const edited = documents.peek().find((document) => document.path === path && document.state === 'ready');
  if (edited !== undefined) return edited.text;
  return (await attempt(() => readFileText(path)))?.text ?? '';
}
