import { expect, test } from 'vitest';
import type { TreeRow } from '../../state/navigation/tree-rows.js';
import { stepInTree } from './tree-keys.js';

const node = (kind: 'folder' | 'file', path: string, depth: number, isOpen: boolean): TreeRow => ({
  kind,
  node: { path, name: path, dir: '', isDir: kind === 'folder' },
  depth,
  requests: 1,
  isOpen,
});
const entry = { file: 'b', name: 'r', title: '', method: 'GET', url: '', line: 1, tags: [] };
const ROWS: readonly TreeRow[] = [
  node('folder', 'a', 0, true),
  node('file', 'b', 1, true),
  { kind: 'request', request: entry, depth: 2, position: 0, total: 1 },
  node('file', 'c', 0, false),
];

test('arrows move within the rows', () => {
  expect(stepInTree('ArrowDown', 3, ROWS)).toEqual({ cursor: 3 });
  expect(stepInTree('ArrowUp', 0, ROWS)).toEqual({ cursor: 0 });
  expect(stepInTree('End', 0, ROWS)).toEqual({ cursor: 3 });
  expect(stepInTree('x', 0, ROWS)).toBeUndefined();
});

test('right unfolds or goes inside, left folds or goes to what is around', () => {
  expect(stepInTree('ArrowRight', 3, ROWS)).toEqual({ cursor: 3, toggled: ROWS[3] });
  expect(stepInTree('ArrowRight', 1, ROWS)).toEqual({ cursor: 2 });
  expect(stepInTree('ArrowRight', 2, ROWS)).toEqual({ cursor: 2 });
  expect(stepInTree('ArrowLeft', 2, ROWS)).toEqual({ cursor: 1 });
  expect(stepInTree('ArrowLeft', 1, ROWS)).toEqual({ cursor: 1, toggled: ROWS[1] });
  expect(stepInTree('ArrowLeft', 3, ROWS)).toEqual({ cursor: 3 });
});
