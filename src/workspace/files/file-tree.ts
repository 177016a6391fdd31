import { sortByBytes } from '../paths/byte-order.js';

export interface FileNode {
  readonly path: string;
  readonly name: string;
  /** Path of the parent folder; empty at the top. */
  readonly dir: string;
  readonly isDir: boolean;
  readonly children?: readonly FileNode[];
  readonly requestCount?: number;
}

export interface TreeFile {
  readonly path: string;
  readonly requestCount: number;
}

/** Builds the tree with folders first, then files, each sorted by name regardless of case. */
export function fileTree(files: readonly TreeFile[]): readonly FileNode[] {
  const top: Folder = { path: '', name: '', folders: new Map(), files: [] };
  for (const file of files) {
    const segments = file.path.split('/');
    const name = segments.pop() ?? '';
    let folder = top;
    for (const segment of segments) folder = folderIn(folder, segment);
    folder.files.push({
      path: file.path,
      name,
      dir: folder.path,
      isDir: false,
      requestCount: file.requestCount,
    });
  }
  return nodesOf(top);
}

interface Folder {
  readonly path: string;
  readonly name: string;
  readonly folders: Map<string, Folder>;
  readonly files: FileNode[];
}

function folderIn(parent: Folder, name: string): Folder {
  const existing = parent.folders.get(name);
  if (existing) return existing;
  const path = parent.path === '' ? name : `${parent.path}/${name}`;
  const folder: Folder = { path, name, folders: new Map(), files: [] };
  parent.folders.set(name, folder);
  return folder;
}

function nodesOf({ path: dir, folders, files }: Folder): FileNode[] {
  const nodes = [...folders.values()].map((folder): FileNode => {
    const { path, name } = folder;
    return { path, name, dir, isDir: true, children: nodesOf(folder) };
  });
  return [...byName(nodes), ...byName(files)];
}

function byName(nodes: readonly FileNode[]): FileNode[] {
  const keyed = nodes.map((node) => ({ node, key: node.name.toLowerCase() }));
  // The second sort keeps the order of the first among equal names.
  sortByBytes(keyed, ({ node }) => node.name);
  return sortByBytes(keyed, ({ key }) => key).map(({ node }) => node);
}
