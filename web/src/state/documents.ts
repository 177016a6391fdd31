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
import { attempt, notify } from './notices.js';
import { fileAddress, navigate, replaceAddress, route } from './route.js';
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

export const hasUnsaved = computed(() => documents.value.some(isUnsaved));

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
  navigate(fileAddress(path, line));
}

export function close(path: string): void {
  const at = documents.value.findIndex((document) => document.path === path);
  const isShown = currentDocument.value?.path === path;
  documents.value = documents.value.filter((document) => document.path !== path);
  storeTabs();
  if (isShown) navigate(fileAddress((documents.value[at] ?? documents.value[at - 1])?.path ?? ''));
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

/** Replaces the text in the editor by the file on disk, including unsaved edits. */
export async function load(path: string): Promise<void> {
  try {
    applyText(path, await readFileText(path));
  } catch (error) {
    markFailed(path, error);
  }
}

function applyText(path: string, { text, etag }: FileText): void {
  const version = (find(path)?.version ?? 0) + 1;
  change(path, { state: 'ready', text, stored: text, etag, version, conflict: 'none', problem: '' });
}

function markFailed(path: string, error: unknown): void {
  const problem = error instanceof Error ? error.message : String(error);
  change(path, { state: 'failed', problem });
}

const saving = new Map<string, Promise<boolean>>();

/** True if the text is stored. A file that was changed on disk is only replaced with `overwrite`. */
export function save(path: string, overwrite = false): Promise<boolean> {
  // Sequential, because the next save needs the version that this one creates.
  const before = saving.get(path) ?? Promise.resolve(true);
  const next = before.then(() => saveNow(path, overwrite));
  saving.set(path, next);
  return next;
}

async function saveNow(path: string, overwrite: boolean): Promise<boolean> {
  const document = find(path);
  if (document === undefined) return false;
  // A file that was not loaded has no edits.
  if (document.state !== 'ready') return !overwrite;
  if (!isUnsaved(document) && !overwrite) return true;
  const { text } = document;
  const stored = await attempt(() => store(path, text, overwrite ? undefined : document.etag));
  if (stored === undefined) return false;
  if (stored.etag === undefined) {
    change(path, { conflict: 'changed' });
    return false;
  }
  change(path, { stored: text, etag: stored.etag, conflict: 'none' });
  void loadWorkspace();
  return true;
}

async function store(
  path: string,
  text: string,
  etag: string | undefined,
): Promise<{ etag: string | undefined }> {
  try {
    return { etag: await writeFileText(path, text, etag) };
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    await createFile(path, text);
    return { etag: (await readFileText(path)).etag };
  }
}

/** Findings that need other files; undefined if the server cannot check, then those of the editor remain. */
export async function findingsOf(
  path: string,
  text: string,
): Promise<CheckedText['diagnostics'] | undefined> {
  try {
    return (await checkInWorkspace(path, text)).diagnostics;
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
    const read = await readFileText(path);
    if (!hasEdits()) applyText(path, read);
    else change(path, { conflict: read.etag === find(path)?.etag ? 'none' : 'changed' });
  } catch (error) {
    if (!hasEdits()) markFailed(path, error);
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
