/** Moving through the tree of files by keys. */
import type { TreeRow } from '../../state/navigation/tree-rows.js';

export interface TreeStep {
  readonly cursor: number;
  /** The row to fold or unfold. */
  readonly toggled?: TreeRow;
}

/** Undefined for keys that do not move the cursor. */
export function stepInTree(key: string, cursor: number, rows: readonly TreeRow[]): TreeStep | undefined {
  const row = rows[cursor];
  const last = Math.max(0, rows.length - 1);
  switch (key) {
    case 'ArrowDown':
      return { cursor: Math.min(last, cursor + 1) };
    case 'ArrowUp':
      return { cursor: Math.max(0, cursor - 1) };
    case 'PageDown':
      return { cursor: Math.min(last, cursor + PAGE_ROWS) };
    case 'PageUp':
      return { cursor: Math.max(0, cursor - PAGE_ROWS) };
    case 'Home':
      return { cursor: 0 };
    case 'End':
      return { cursor: last };
    case 'ArrowRight':
      if (row === undefined || row.kind === 'request') return { cursor };
      return row.isOpen ? { cursor: Math.min(last, cursor + 1) } : { cursor, toggled: row };
    case 'ArrowLeft':
      if (row !== undefined && row.kind !== 'request' && row.isOpen) return { cursor, toggled: row };
      return { cursor: parentOf(cursor, rows) };
    default:
      return undefined;
  }
}

const PAGE_ROWS = 15;

function parentOf(cursor: number, rows: readonly TreeRow[]): number {
  const depth = rows[cursor]?.depth ?? 0;
  const above = rows.slice(0, cursor).findLastIndex((row) => row.depth < depth);
  return Math.max(0, above === -1 ? cursor : above);
}
