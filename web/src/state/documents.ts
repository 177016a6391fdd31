/** The open files: their text as edited, as stored, and whether somebody else has changed them. */
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
import { fileAddress, go, replaceAddress, route } from './route.js';
import { loadWorkspace } from './workspace.js';

export interface OpenDocument {
  readonly path: string;
  readonly state: 'loading' | 'ready' | 'failed';
  readonly text: string;
  readonly stored: string;
  readonly etag: string;
  /** Counts texts that came from elsewhere than the editor. */
  readonly version: number;
  /** On disk it is no longer what was read; `gone` when it is not there at all. */
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

/** Opens what is not open yet; the text follows. */
export function open(path: string): void {
  if (find(path) !== undefined) return;
  const empty = { text: '', stored: '', etag: '', version: 0, problem: '' };
  documents.value = [...documents.value, { path, state: 'loading', conflict: 'none', ...empty }];
  keepTabs();
  void follow(path);
}

export function show(path: string, line = 0): void {
  open(path);
  go(fileAddress(path, line));
}

export function close(path: string): void {
  const at = documents.value.findIndex((document) => document.path === path);
  const isShown = currentDocument.value?.path === path;
  documents.value = documents.value.filter((document) => document.path !== path);
  keepTabs();
  if (isShown) go(fileAddress((documents.value[at] ?? documents.value[at - 1])?.path ?? ''));
}

export function edit(path: string, text: string): void {
  change(path, { text });
}

/** What is on disk replaces what is in the editor, edits too. */
export async function load(path: string): Promise<void> {
  try {
    take(path, await readFileText(path));
  } catch (error) {
    giveUp(path, error);
  }
}

function take(path: string, { text, etag }: FileText): void {
  const version = (find(path)?.version ?? 0) + 1;
  change(path, { state: 'ready', text, stored: text, etag, version, conflict: 'none', problem: '' });
}

function giveUp(path: string, error: unknown): void {
  const problem = error instanceof Error ? error.message : String(error);
  change(path, { state: 'failed', problem });
}

const saving = new Map<string, Promise<boolean>>();

/** True when the text is stored; a file that was changed elsewhere is not touched, unless told to. */
export function save(path: string, overwrite = false): Promise<boolean> {
  // One after the other: the next one goes by the version that this one makes.
  const before = saving.get(path) ?? Promise.resolve(true);
  const next = before.then(() => saveNow(path, overwrite));
  saving.set(path, next);
  return next;
}

async function saveNow(path: string, overwrite: boolean): Promise<boolean> {
  const document = find(path);
  if (document === undefined) return false;
  // What was not read was not changed either.
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

/** Findings among the other files; undefined when the server does not say, and those of the editor remain. */
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

/** The path the server gave it. */
export async function create(path: string, content: string): Promise<string | undefined> {
  const made = await attempt(() => createFile(path, content));
  if (made !== undefined) {
    await loadWorkspace();
    show(made);
  }
  return made;
}

/** The API has no renaming: the new file is made first, so that the text is never nowhere. */
export async function rename(path: string, newPath: string): Promise<void> {
  await attempt(async () => {
    const document = find(path);
    const text = document?.state === 'ready' ? document.text : (await readFileText(path)).text;
    const made = await createFile(newPath, text);
    await removeUnread(path);
    const isShown = currentDocument.value?.path === path;
    documents.value = documents.value.filter((each) => each.path !== path);
    if (document !== undefined) open(made);
    keepTabs();
    if (isShown) replaceAddress(fileAddress(made));
    await loadWorkspace();
    notify('done', `Renamed to ${made}.`);
  });
}

export async function remove(path: string): Promise<void> {
  await attempt(async () => {
    await removeUnread(path);
    close(path);
    await loadWorkspace();
    notify('done', `Deleted ${path}.`);
  });
}

/** Files that this page is removing, and readings under way: a file that is gone answers with an error. */
const removing = new Set<string>();
const reading = new Map<string, Promise<unknown>>();

/** Reads nothing of the file from now on, so that no late event asks for what is not there any more. */
async function removeUnread(path: string): Promise<void> {
  removing.add(path);
  try {
    await reading.get(path);
    await removeFile(path);
  } catch (error) {
    removing.delete(path);
    void onFileChange(path, 'write');
    throw error;
  }
  removing.delete(path);
}

/** Somebody else has written or removed it. */
export async function onFileChange(path: string, operation: 'create' | 'write' | 'remove'): Promise<void> {
  const document = find(path);
  if (document === undefined) return;
  if (operation === 'remove') {
    change(path, { conflict: 'gone' });
    return;
  }
  await follow(path);
}

/** What is on disk is shown, unless something was typed: that must not be lost. */
async function follow(path: string): Promise<void> {
  if (removing.has(path)) return;
  // Readings overlap, and the one that began last need not end last.
  const read = Promise.all([reading.get(path), readAgain(path)]);
  reading.set(path, read);
  await read;
  if (reading.get(path) === read) reading.delete(path);
}

async function readAgain(path: string): Promise<void> {
  const hasEdits = (): boolean => documents.value.some((each) => each.path === path && isUnsaved(each));
  try {
    const read = await readFileText(path);
    if (!hasEdits()) take(path, read);
    else change(path, { conflict: read.etag === find(path)?.etag ? 'none' : 'changed' });
  } catch (error) {
    if (!hasEdits()) giveUp(path, error);
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

function keepTabs(): void {
  sessionStorage.setItem(TABS_KEY, JSON.stringify(documents.value.map(({ path }) => path)));
}
