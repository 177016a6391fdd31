/** The open files: their edited text, their stored text, and whether they were changed on disk. */
import { computed, signal } from '@preact/signals';
import type { CheckedText } from '../../../src/server/api-types.js';
import { ApiError } from '../api/client.js';
import {
  checkInWorkspace,
  createFile,
  readFileText,
  removeFile,
  writeFileText,
  type FileText,
} from '../api/files.js';
import { readAfterWrites, writeInTurn } from './editing/file-writes.js';
import { lastAddressOf } from './navigation/last-places.js';
import { keepClientVariables } from './editing/client-variables.js';
import { attempt, notify } from './notices.js';
import { fileAddress, navigate, replaceAddress, route } from './route.js';
import { registerUnsaved } from './unsaved.js';
import { loadWorkspace } from './workspace.js';

export interface OpenDocument {
  readonly path: string;
  readonly state: 'loading' | 'ready' | 'failed';
  readonly text: string;
  readonly stored: string;
  readonly etag: string;
  /** Counts the texts that did not come from the editor. */
  readonly version: number;
  /** `changed` if the file on disk differs from the stored text, `gone` if it is missing. */
  readonly conflict: 'none' | 'changed' | 'gone';
  readonly problem: string;
}

const TABS_KEY = 'svc.tabs';

export const documents = signal<readonly OpenDocument[]>([]);

export const currentDocument = computed(() => {
  const shown = route.value;
  return shown.view === 'workspace' ? find(shown.file) : undefined;
});

/** The file whose texts are compared, because it cannot be saved as it is; empty if none. */
export const comparedPath = signal('');

registerUnsaved(() => documents.value.some(isUnsaved));

export function isUnsaved({ text, stored, state }: OpenDocument): boolean {
  return state === 'ready' && text !== stored;
}

export function reopenTabs(): void {
  const kept = JSON.parse(sessionStorage.getItem(TABS_KEY) ?? '[]') as unknown;
  if (Array.isArray(kept)) for (const path of kept) if (typeof path === 'string') open(path);
}

/** Opens a file unless it is open already, and loads its text. */
export function open(path: string): void {
  if (find(path) !== undefined) return;
  const empty = { text: '', stored: '', etag: '', version: 0, problem: '' };
  documents.value = [...documents.value, { path, state: 'loading', conflict: 'none', ...empty }];
  storeTabs();
  void refresh(path);
}

export function show(path: string, line = 0): void {
  open(path);
  navigate(line === 0 ? lastAddressOf(path) : fileAddress(path, line));
}

export function close(path: string): void {
  const at = documents.value.findIndex((document) => document.path === path);
  const isShown = currentDocument.value?.path === path;
  documents.value = documents.value.filter((document) => document.path !== path);
  storeTabs();
  if (isShown) navigate(lastAddressOf((documents.value[at] ?? documents.value[at - 1])?.path ?? ''));
}

export function edit(path: string, text: string): void {
  change(path, { text });
}

/** Replaces the text in the editor as an edit that can be undone; false if the text is not `before` any more. */
export function replaceText(path: string, before: string, text: string): boolean {
  const document = find(path);
  if (document?.state !== 'ready' || document.text !== before) return false;
  change(path, { text, version: document.version + 1 });
  return true;
}

/** Opens a file and returns its text with unsaved edits; undefined if it cannot be read. */
export function openText(path: string): Promise<string | undefined> {
  open(path);
  return new Promise((resolve) => {
    const stop = documents.subscribe((all) => {
      const found = all.find((document) => document.path === path);
      if (found?.state === 'loading') return;
      resolve(found?.state === 'ready' ? found.text : undefined);
      queueMicrotask(() => stop());
    });
  });
}

/** Replaces the text in the editor by the file on disk, including unsaved edits. */
export async function load(path: string): Promise<void> {
  try {
    acceptText(path, await readFileText(path));
  } catch (error) {
    markFailed(path, error);
  }
}

/** Sets a text that is the one on disk, whatever was in the editor. */
export function acceptText(path: string, { text, etag }: FileText): void {
  const version = (find(path)?.version ?? 0) + 1;
  change(path, { state: 'ready', text, stored: text, etag, version, conflict: 'none', problem: '' });
}

function markFailed(path: string, error: unknown): void {
  const problem = error instanceof Error ? error.message : String(error);
  change(path, { state: 'failed', problem });
}

export function markConflict(path: string, conflict: OpenDocument['conflict']): void {
  change(path, { conflict });
}

/** An unsaved text with the text and version of the file that it was made from. */
export type Draft = Pick<OpenDocument, 'text' | 'stored' | 'etag'>;

/** Puts an unsaved text of before a reload back, unless something was typed since. */
export function restoreText(path: string, { text, stored, etag }: Draft): void {
  const document = find(path);
  if (document === undefined || isUnsaved(document) || document.stored === text) return;
  const version = document.version + 1;
  if (document.etag === etag) change(path, { text, version });
  else change(path, { text, stored, etag, version, conflict: 'changed' });
}

/** True if the text is stored. A file that was changed on disk is compared instead. */
export function save(path: string): Promise<boolean> {
  return writeInTurn(path, () => saveNow(path));
}

async function saveNow(path: string): Promise<boolean> {
  const document = find(path);
  if (document === undefined) return false;
  if (document.conflict !== 'none') return compare(path, document.conflict);
  // A file that was not loaded has no edits.
  if (document.state !== 'ready' || !isUnsaved(document)) return true;
  const { text } = document;
  const stored = await attempt(() => store(path, text, document.etag));
  if (stored === undefined) return false;
  if (stored === 'changed' || stored === 'gone') return compare(path, stored);
  change(path, { stored: text, etag: stored.etag, conflict: 'none' });
  void loadWorkspace();
  return true;
}

function compare(path: string, conflict: 'changed' | 'gone'): false {
  change(path, { conflict });
  comparedPath.value = path;
  return false;
}

async function store(
  path: string,
  text: string,
  etag: string,
): Promise<{ etag: string } | 'changed' | 'gone'> {
  try {
    const written = await writeFileText(path, text, etag);
    return written === undefined ? 'changed' : { etag: written };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return 'gone';
    throw error;
  }
}

type CheckedHint = NonNullable<CheckedText['hints']>[number];

/** Findings that need other files; undefined if the server cannot check, then those of the editor remain. */
export async function findingsOf(
  path: string,
  text: string,
): Promise<readonly (CheckedText['diagnostics'][number] | CheckedHint)[] | undefined> {
  try {
    const { diagnostics, hints = [], clientVariables = [] } = await checkInWorkspace(path, text);
    keepClientVariables(path, clientVariables);
    return [...diagnostics, ...hints];
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Returns the path that the server has given the file. */
export async function create(path: string, content: string): Promise<string | undefined> {
  const made = await attempt(() => createFile(path, content));
  if (made !== undefined) {
    await loadWorkspace();
    show(made);
  }
  return made;
}

/** The API has no rename, so the new file is created before the old one is removed. */
export async function rename(path: string, newPath: string): Promise<void> {
  await attempt(async () => {
    const document = find(path);
    const text = document?.state === 'ready' ? document.text : (await readFileText(path)).text;
    const made = await createFile(newPath, text);
    await removeWithoutReading(path);
    const isShown = currentDocument.value?.path === path;
    documents.value = documents.value.filter((each) => each.path !== path);
    if (document !== undefined) open(made);
    storeTabs();
    if (isShown) replaceAddress(fileAddress(made));
    await loadWorkspace();
    notify('done', `Renamed to ${made}.`);
  });
}

export async function remove(path: string): Promise<void> {
  await attempt(async () => {
    await removeWithoutReading(path);
    close(path);
    await loadWorkspace();
    notify('done', `Deleted ${path}.`);
  });
}

/** Files that this page is removing, and reads in progress, which would fail for a removed file. */
const removing = new Set<string>();
const readsInProgress = new Map<string, Promise<unknown>>();

/** Prevents reads of the file from now on, so that a late event does not load a removed file. */
async function removeWithoutReading(path: string): Promise<void> {
  removing.add(path);
  try {
    await readsInProgress.get(path);
    await removeFile(path);
  } catch (error) {
    removing.delete(path);
    void onFileChange(path, 'write');
    throw error;
  }
  removing.delete(path);
}

/** Called when another client or program has written or removed the file. */
export async function onFileChange(path: string, operation: 'create' | 'write' | 'remove'): Promise<void> {
  const document = find(path);
  if (document === undefined) return;
  if (operation === 'remove') {
    change(path, { conflict: 'gone' });
    return;
  }
  await refresh(path);
}

/** Shows the file on disk, unless there are unsaved edits. */
async function refresh(path: string): Promise<void> {
  if (removing.has(path)) return;
  // Reads may overlap, and the last one started may not be the last one to finish.
  const read = Promise.all([readsInProgress.get(path), readAgain(path)]);
  readsInProgress.set(path, read);
  await read;
  if (readsInProgress.get(path) === read) readsInProgress.delete(path);
}

async function readAgain(path: string): Promise<void> {
  const hasEdits = (): boolean => documents.value.some((each) => each.path === path && isUnsaved(each));
  try {
    const read = await readAfterWrites(path, () => readFileText(path));
    if (!hasEdits()) acceptText(path, read);
    else change(path, { conflict: read.etag === find(path)?.etag ? 'none' : 'changed' });
  } catch (error) {
    // A file that is shown stays while the server is away; it is read again on the next connection.
    const isAway = error instanceof ApiError && error.status === 0;
    if (!hasEdits() && !(isAway && find(path)?.state === 'ready')) markFailed(path, error);
  }
}

function find(path: string): OpenDocument | undefined {
  return documents.value.find((document) => document.path === path);
}

function change(path: string, changes: Partial<OpenDocument>): void {
  documents.value = documents.value.map((document) =>
    document.path === path ? { ...document, ...changes } : document,
  );
}

function storeTabs(): void {
  sessionStorage.setItem(TABS_KEY, JSON.stringify(documents.value.map(({ path }) => path)));
}
