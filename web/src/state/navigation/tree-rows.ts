/** The rows of the sidebar: folders, files, and the requests of unfolded files. Pure. */
import type { FileNode, RequestEntry } from '../../../../src/server/api-types.js';

export type TreeRow = NodeRow | RequestRow;

export interface NodeRow {
  readonly kind: 'folder' | 'file';
  readonly node: FileNode;
  readonly depth: number;
  /** The number of requests in a file, or in all files below a folder. */
  readonly requests: number;
  readonly isOpen: boolean;
}

export interface RequestRow {
  readonly kind: 'request';
  readonly request: RequestEntry;
  readonly depth: number;
  /** Its number among the requests of the file, and how many there are. */
  readonly position: number;
  readonly isOpen?: undefined;
  readonly total: number;
}

export interface TreeInput {
  readonly nodes: readonly FileNode[];
  readonly requestsOf: (file: string) => readonly RequestEntry[];
  /** Lower-case words that all have to match; a search unfolds what it finds. */
  readonly words: readonly string[];
  readonly isFolderOpen: (path: string) => boolean;
  readonly isFileOpen: (path: string) => boolean;
}

export function buildTreeRows(input: TreeInput): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  addRows(input.nodes, 0, input, rows);
  return rows;
}

function addRows(nodes: readonly FileNode[], depth: number, input: TreeInput, rows: TreeRow[]): void {
  const isSearch = input.words.length > 0;
  for (const node of nodes) {
    if (!node.isDir) {
      addFile(node, depth, input, rows);
      continue;
    }
    const before = rows.length;
    const isOpen = isSearch || input.isFolderOpen(node.path);
    rows.push({ kind: 'folder', node, depth, requests: countBelow(node), isOpen });
    if (isOpen) addRows(node.children ?? [], depth + 1, input, rows);
    if (isSearch && rows.length === before + 1) rows.pop();
  }
}

function addFile(node: FileNode, depth: number, input: TreeInput, rows: TreeRow[]): void {
  const { words, requestsOf } = input;
  const path = node.path.toLowerCase();
  const isFound = words.every((word) => path.includes(word));
  const all = requestsOf(node.path);
  // A file that is found by its own path is shown as usual; else those of its requests that are found.
  const matching = isFound ? all : all.filter((request) => matchesWords(request, words));
  if (!isFound && matching.length === 0) return;
  const isOpen = isFound ? input.isFileOpen(node.path) : true;
  rows.push({ kind: 'file', node, depth, requests: node.requestCount ?? 0, isOpen });
  if (!isOpen) return;
  for (const [position, request] of matching.entries()) {
    rows.push({ kind: 'request', request, depth: depth + 1, position, total: matching.length });
  }
}

/** Words may be in the path of the file, the name, the title, the method, the URL or a tag. */
export function matchesWords(request: RequestEntry, words: readonly string[]): boolean {
  const text = searchTextOf(request);
  return words.every((word) => text.includes(word));
}

export function searchWords(text: string): readonly string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

function searchTextOf(request: RequestEntry): string {
  const cached = searchTexts.get(request);
  if (cached !== undefined) return cached;
  const { file, name, title, method, url, tags } = request;
  const text = [file, name, title, method, url, ...tags.map((tag) => `#${tag}`)].join('\n').toLowerCase();
  searchTexts.set(request, text);
  return text;
}

const searchTexts = new WeakMap<RequestEntry, string>();

function countBelow(node: FileNode): number {
  return (node.children ?? []).reduce(
    (sum, child) => sum + (child.isDir ? countBelow(child) : (child.requestCount ?? 0)),
    0,
  );
}
