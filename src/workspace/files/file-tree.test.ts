import { describe, expect, it } from 'vitest';
import { fileTree, type FileNode } from './file-tree.js';

const file = (path: string, requestCount = 1): { path: string; requestCount: number } => ({
  path,
  requestCount,
});
const outline = (nodes: readonly FileNode[]): unknown =>
  nodes.map(({ name, children }) => (children ? { [name]: outline(children) } : name));

describe('fileTree', () => {
  it('describes folders and files', () => {
    expect(fileTree([file('shop/orders/list.http', 3), file('top.spec', 0)])).toEqual([
      {
        path: 'shop',
        name: 'shop',
        dir: '',
        isDir: true,
        children: [
          {
            path: 'shop/orders',
            name: 'orders',
            dir: 'shop',
            isDir: true,
            children: [
              {
                path: 'shop/orders/list.http',
                name: 'list.http',
                dir: 'shop/orders',
                isDir: false,
                requestCount: 3,
              },
            ],
          },
        ],
      },
      { path: 'top.spec', name: 'top.spec', dir: '', isDir: false, requestCount: 0 },
    ]);
  });

  it('puts folders first and disregards case, then compares bytes', () => {
    const tree = fileTree(
      ['b.http', 'A.http', 'a.http', 'Z/x.http', 'c/y.http', 'ä.http', 'C/y.http'].map((path) => file(path)),
    );
    expect(outline(tree)).toEqual([
      { C: ['y.http'] },
      { c: ['y.http'] },
      { Z: ['x.http'] },
      'A.http',
      'a.http',
      'b.http',
      'ä.http',
    ]);
  });

  it('is empty without files', () => {
    expect(fileTree([])).toEqual([]);
  });
});
