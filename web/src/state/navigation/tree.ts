/** What of the tree in the sidebar is unfolded, and its visible rows. */
import { computed, effect, signal } from '@preact/signals';
import { route } from '../route.js';
import { requestsByFile, wantRequests } from './requests.js';
import { buildTreeRows, searchWords } from './tree-rows.js';
import { workspace } from '../workspace.js';

const KEY = 'svc.outline';
const MAX_STORED = 500;

export const search = signal('');
export const closedFolders = signal<ReadonlySet<string>>(new Set());
/** Whether the requests of a file are shown below it; remembered in this browser. */
const openFiles = signal<ReadonlyMap<string, boolean>>(new Map(readStored()));

export const treeRows = computed(() => {
  const requests = requestsByFile.value;
  return buildTreeRows({
    nodes: workspace.value?.files ?? [],
    requestsOf: (file) => requests.get(file) ?? [],
    words: searchWords(search.value),
    isFolderOpen: (path) => !closedFolders.value.has(path),
    isFileOpen,
  });
});

export function isFileOpen(path: string): boolean {
  return openFiles.value.get(path) === true;
}

export function toggleFolder(path: string): void {
  const next = new Set(closedFolders.value);
  if (!next.delete(path)) next.add(path);
  closedFolders.value = next;
}

export function toggleFile(path: string): void {
  setFileOpen(path, !isFileOpen(path));
}

let isFollowing = false;

/** Opening a file shows its requests, unless the user has folded them before. */
export function followShownFile(): void {
  if (isFollowing) return;
  isFollowing = true;
  effect(() => {
    const shown = route.value;
    if (shown.view !== 'workspace' || shown.file === '') return;
    if (!openFiles.peek().has(shown.file)) setFileOpen(shown.file, true);
  });
  // Requests are loaded when the first file is unfolded or something is searched.
  effect(() => {
    const isUnfolded = treeRows.value.some(({ kind, isOpen }) => kind === 'file' && isOpen);
    if (search.value !== '' || isUnfolded) wantRequests();
  });
}

function setFileOpen(path: string, isOpen: boolean): void {
  const next = new Map(openFiles.peek());
  next.delete(path);
  next.set(path, isOpen);
  for (const oldest of next.keys()) {
    if (next.size <= MAX_STORED) break;
    next.delete(oldest);
  }
  openFiles.value = next;
  localStorage.setItem(KEY, JSON.stringify([...next]));
}

function readStored(): readonly (readonly [string, boolean])[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown;
    return Array.isArray(found) ? found.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is readonly [string, boolean] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'boolean';
}
