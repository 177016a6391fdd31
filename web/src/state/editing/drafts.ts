/**
 * Unsaved texts survive a reload of the tab. They are kept in the storage of this tab only, under the workspace they
 * belong to, and only as long as they are not saved.
 */
import { effect } from '@preact/signals';
import { documents, isUnsaved, restoreText, type Draft, type OpenDocument } from '../documents.js';
import { workspace } from '../workspace.js';

const DRAFTS_KEY = 'svc.drafts';
const STORE_DELAY_MS = 300;
/** Browsers allow about five million characters for everything that a tab stores. */
export const MAX_DRAFT_CHARACTERS = 2_000_000;

interface StoredDrafts {
  readonly root: string;
  readonly drafts: Readonly<Record<string, Draft>>;
}

/** Called once at the start. */
export function keepDrafts(): void {
  const waiting = new Map<string, Draft>();
  let root = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const store = (): void => {
    if (root !== '') storeDrafts(root, collectDrafts(documents.peek(), waiting));
  };
  effect(() => {
    const found = workspace.value?.root ?? '';
    if (found === '' || found === root) return;
    root = found;
    waiting.clear();
    for (const [path, draft] of readDrafts(root)) waiting.set(path, draft);
  });
  effect(() => {
    if (workspace.value === undefined) return;
    for (const { path, state } of documents.value) {
      const draft = waiting.get(path);
      if (draft === undefined || state !== 'ready') continue;
      waiting.delete(path);
      restoreText(path, draft);
    }
    clearTimeout(timer);
    timer = setTimeout(store, STORE_DELAY_MS);
  });
  window.addEventListener('pagehide', store);
}

/** Those of open files, and those whose files are not loaded yet. */
export function collectDrafts(
  open: readonly OpenDocument[],
  waiting: ReadonlyMap<string, Draft>,
): Record<string, Draft> {
  const found: Record<string, Draft> = {};
  let characters = 0;
  const add = (path: string, { text, stored, etag }: Draft): void => {
    characters += text.length + stored.length;
    if (characters <= MAX_DRAFT_CHARACTERS) found[path] = { text, stored, etag };
  };
  for (const document of open) if (isUnsaved(document)) add(document.path, document);
  for (const [path, draft] of waiting) {
    if (open.some((document) => document.path === path && document.state !== 'ready')) add(path, draft);
  }
  return found;
}

function storeDrafts(root: string, drafts: Record<string, Draft>): void {
  try {
    if (Object.keys(drafts).length === 0) sessionStorage.removeItem(DRAFTS_KEY);
    else sessionStorage.setItem(DRAFTS_KEY, JSON.stringify({ root, drafts } satisfies StoredDrafts));
  } catch {
    // A full storage keeps nothing, and the question before the tab closes remains.
    sessionStorage.removeItem(DRAFTS_KEY);
  }
}

function readDrafts(root: string): [string, Draft][] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(DRAFTS_KEY) ?? '{}') as Partial<StoredDrafts>;
    if (kept.root !== root) return [];
    return Object.entries(kept.drafts ?? {}).filter(([, { text, stored, etag }]) =>
      [text, stored, etag].every((each) => typeof each === 'string'),
    );
  } catch {
    return [];
  }
}
