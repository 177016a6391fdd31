/**
 * A text that is added to a file by its editor, so that it is unsaved and can be undone there. The editor may not be
 * loaded yet.
 */
import { signal } from '@preact/signals';
import { createFile, readFileText } from '../../api/files.js';
import { documents, open, show } from '../documents.js';
import { attempt } from '../notices.js';
import { loadWorkspace } from '../workspace.js';

export interface AddedText {
  readonly text: string;
  /** Where the addition starts, from 1. */
  readonly line: number;
}

export interface QueuedAddition {
  readonly path: string;
  readonly change: (text: string) => AddedText;
}

/** The editor of the path takes it and sets it to undefined. */
export const queuedAddition = signal<QueuedAddition | undefined>(undefined);

/** A new file is created empty, so that everything in it can be undone too. */
export async function addToFile(
  path: string,
  isNew: boolean,
  change: QueuedAddition['change'],
): Promise<boolean> {
  const made = isNew ? await attempt(() => createFile(path, '')) : path;
  if (made === undefined) return false;
  if (isNew) await loadWorkspace();
  else if ((await attempt(() => readFileText(path))) === undefined) return false;
  queuedAddition.value = { path: made, change };
  open(made);
  show(made);
  return true;
}

/** The text of a file with its unsaved edits; empty if it cannot be read. */
export async function textOf(path: string): Promise<string> {
  const edited = documents.peek().find((document) => document.path === path && document.state === 'ready');
  if (edited !== undefined) return edited.text;
  return (await attempt(() => readFileText(path)))?.text ?? '';
}
