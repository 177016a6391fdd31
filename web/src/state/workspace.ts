/** The tree of request files of the server. */
import { computed, signal } from '@preact/signals';
import type { FileNode, Workspace } from '../../../src/server/api-types.js';
import { readWorkspace } from '../api/files.js';
import { attempt } from './notices.js';

export interface TreeRow {
  readonly node: FileNode;
  readonly depth: number;
  /** The number of requests in a file, or in all files below a folder. */
  readonly requests: number;
}

export const workspace = signal<Workspace | undefined>(undefined);
export const search = signal('');
export const closedFolders = signal<ReadonlySet<string>>(new Set());

export const files = computed<readonly FileNode[]>(() => flatFiles(workspace.value?.files ?? []));

/** The visible rows: those that match the search and are not folded. A search unfolds all folders. */
export const treeRows = computed<readonly TreeRow[]>(() => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const rows: TreeRow[] = [];
  addRows(workspace.value?.files ?? [], 0, words, rows);
  return rows;
});

let loading: Promise<unknown> | undefined;
let isStale = false;

/** Several calls during a load cause only one further load. */
export async function loadWorkspace(): Promise<void> {
  if (loading !== undefined) {
    isStale = true;
    return;
  }
  do {
    isStale = false;
    loading = attempt(readWorkspace).then((found) => {
      if (found !== undefined) workspace.value = found;
    });
    await loading;
  } while (isStale);
  loading = undefined;
}

export function toggleFolder(path: string): void {
  const next = new Set(closedFolders.value);
  if (!next.delete(path)) next.add(path);
  closedFolders.value = next;
}

function addRows(nodes: readonly FileNode[], depth: number, words: readonly string[], rows: TreeRow[]): void {
  for (const node of nodes) {
    if (!node.isDir) {
      if (isWanted(node, words)) rows.push({ node, depth, requests: node.requestCount ?? 0 });
      continue;
    }
    const before = rows.length;
    rows.push({ node, depth, requests: countBelow(node) });
    if (words.length > 0 || !closedFolders.value.has(node.path)) {
      addRows(node.children ?? [], depth + 1, words, rows);
    }
    if (words.length > 0 && rows.length === before + 1) rows.pop();
  }
}

function isWanted({ path }: FileNode, words: readonly string[]): boolean {
  const text = path.toLowerCase();
  return words.every((word) => text.includes(word));
}

function countBelow(node: FileNode): number {
  return (node.children ?? []).reduce(
    (sum, child) => sum + (child.isDir ? countBelow(child) : (child.requestCount ?? 0)),
    0,
  );
}

function flatFiles(nodes: readonly FileNode[]): FileNode[] {
  return nodes.flatMap((node) => (node.isDir ? flatFiles(node.children ?? []) : [node]));
}
