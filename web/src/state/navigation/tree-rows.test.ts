import { describe, expect, it } from 'vitest';
import type { FileNode, RequestEntry } from '../../../../src/server/api-types.js';
import { buildTreeRows, searchWords, type TreeInput } from './tree-rows.js';

const file = (path: string, requestCount: number): FileNode => ({
  path,
  name: path.split('/').at(-1) ?? path,
  dir: path.split('/').slice(0, -1).join('/'),
  isDir: false,
  requestCount,
});

const request = (path: string, name: string, more: Partial<RequestEntry> = {}): RequestEntry => ({
  file: path,
  name,
  title: name,
  method: 'GET',
  url: '{{base}}/x',
  line: 1,
  tags: [],
  ...more,
});

const NODES: readonly FileNode[] = [
  { path: 'shop', name: 'shop', dir: '', isDir: true, children: [file('shop/orders.http', 2)] },
  file('health.http', 1),
];

const REQUESTS: Readonly<Record<string, readonly RequestEntry[]>> = {
  'shop/orders.http': [
    request('shop/orders.http', 'List', { tags: ['smoke'] }),
    request('shop/orders.http', 'Make', { method: 'POST', url: '{{base}}/orders' }),
  ],
  'health.http': [request('health.http', 'Alive')],
};

function shown(changes: Partial<TreeInput> = {}): string[] {
  const rows = buildTreeRows({
    nodes: NODES,
    requestsOf: (path) => REQUESTS[path] ?? [],
    words: [],
    isFolderOpen: () => true,
    isFileOpen: () => false,
    ...changes,
  });
  return rows.map((row) => {
    const name = row.kind === 'request' ? row.request.name : `${row.node.name} ${row.requests}`;
    return `${'  '.repeat(row.depth)}${name}`;
  });
}

const find = (text: string): string[] => shown({ words: searchWords(text) });

describe('the rows of the tree', () => {
  it('are folders, files, and the requests of unfolded files', () => {
    expect(shown()).toEqual(['shop 2', '  orders.http 2', 'health.http 1']);
    expect(shown({ isFileOpen: (path) => path === 'shop/orders.http' })).toEqual([
      'shop 2',
      '  orders.http 2',
      '    List',
      '    Make',
      'health.http 1',
    ]);
    expect(shown({ isFolderOpen: () => false })).toEqual(['shop 2', 'health.http 1']);
  });

  it('are found by the path of a file, or by name, method, URL and tag of a request', () => {
    expect(find('HEALTH')).toEqual(['health.http 1']);
    expect(find('orders')).toEqual(['shop 2', '  orders.http 2']);
    expect(find('post')).toEqual(['shop 2', '  orders.http 2', '    Make']);
    expect(find('#smoke')).toEqual(['shop 2', '  orders.http 2', '    List']);
    expect(find('shop list')).toEqual(['shop 2', '  orders.http 2', '    List']);
    expect(find('alive')).toEqual(['health.http 1', '  Alive']);
    expect(find('nowhere')).toEqual([]);
  });
});
