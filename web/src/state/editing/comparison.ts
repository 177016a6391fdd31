/** The text of a file on disk beside the edited one, and what becomes of both. */
import { signal } from '@preact/signals';
import { ApiError } from '../../api/client.js';
import { createFile, readFileText, writeFileText, type FileText } from '../../api/files.js';
import { attempt, notify } from '../notices.js';
import { acceptText, comparedPath, documents, markConflict } from '../documents.js';
import { writeInTurn } from './file-writes.js';
import { loadWorkspace } from '../workspace.js';

export interface Comparison {
  readonly path: string;
  /** What both texts were before they were changed. */
  readonly base: string;
  /** Undefined if the file is gone. */
  readonly theirs: FileText | undefined;
  readonly mine: string;
}

export const comparison = signal<Comparison | undefined>(undefined);

/** Reads the file that is to be compared. */
export async function loadComparison(path: string): Promise<void> {
  const document = documents.peek().find((each) => each.path === path);
  if (document === undefined) return endComparison();
  // If it is back by now, creating it is refused and the texts are compared.
  const theirs = document.conflict === 'gone' ? undefined : await readIfThere(path);
  if (comparedPath.peek() !== path) return;
  if (theirs === 'failed') return endComparison();
  const { text: mine, stored: base } = document;
  markConflict(path, theirs === undefined ? 'gone' : 'changed');
  comparison.value = { path, base, theirs, mine };
}

export function endComparison(): void {
  comparedPath.value = '';
  comparison.value = undefined;
}

export function takeTheirs({ path, theirs }: Comparison): void {
  if (theirs !== undefined) acceptText(path, theirs);
  endComparison();
}

/**
 * Writes the text only over the version that was compared. If the file was changed once more, the new version is
 * compared with this text, so that nothing is lost.
 */
export async function saveResolved(compared: Comparison, text: string): Promise<void> {
  const { path, theirs } = compared;
  const etag = await attempt(() => writeInTurn(path, () => writeOver(path, text, theirs?.etag)));
  if (etag === undefined) return;
  if (etag !== '') {
    acceptText(path, { text, etag });
    void loadWorkspace();
    endComparison();
    notify('done', `Saved ${path}.`);
    return;
  }
  const newer = await readIfThere(path);
  if (newer === 'failed') return;
  notify('problem', `${path} was changed once more; compare again.`);
  comparison.value = { path, base: theirs?.text ?? '', theirs: newer, mine: text };
}

/** The new `etag`; empty if the file is not the compared one any more. */
async function writeOver(path: string, text: string, etag: string | undefined): Promise<string> {
  try {
    if (etag !== undefined) return (await writeFileText(path, text, etag)) ?? '';
    await createFile(path, text);
    return (await readFileText(path)).etag;
  } catch (error) {
    // Gone since it was read, or back again.
    if (error instanceof ApiError && (error.status === 404 || error.status === 409)) return '';
    throw error;
  }
}

/** Undefined if there is no such file. */
async function readIfThere(path: string): Promise<FileText | undefined | 'failed'> {
  try {
    return await readFileText(path);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    notify('problem', error instanceof Error ? error.message : String(error));
    return 'failed';
  }
}
