/** The tree of request files of the server. */
import { computed, signal } from '@preact/signals';
import type { FileNode, Workspace } from '../../../src/server/api-types.js';
import { readWorkspace } from '../api/files.js';
import { attempt } from './notices.js';

export const workspace = signal<Workspace | undefined>(undefined);

export const files = computed<readonly FileNode[]>(() => flatFiles(workspace.value?.files ?? []));

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

function flatFiles(nodes: readonly FileNode[]): FileNode[] {
  return nodes.flatMap((node) => (node.isDir ? flatFiles(node.children ?? []) : [node]));
}
