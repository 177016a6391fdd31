/** What the keys of a tree do, as its ARIA pattern says. */
import type { BodyRow } from '../../body/rows.js';

/** The row that the cursor moves to, `act` to fold or unfold, or undefined for a key that means nothing. */
export function nextCursor(
  key: string,
  cursor: number,
  rowCount: number,
  rowAt: (index: number) => BodyRow | undefined,
  page: number,
): number | 'act' | undefined {
  const row = rowAt(cursor);
  const kind = row?.form === 'tree' ? row.kind : 'leaf';
  const within = (index: number): number => Math.max(0, Math.min(rowCount - 1, index));
  switch (key) {
    case 'ArrowDown':
      return within(cursor + 1);
    case 'ArrowUp':
      return within(cursor - 1);
    case 'PageDown':
      return within(cursor + page);
    case 'PageUp':
      return within(cursor - page);
    case 'Home':
      return 0;
    case 'End':
      return within(rowCount - 1);
    case 'ArrowRight':
      return kind === 'closed' ? 'act' : within(cursor + 1);
    case 'ArrowLeft':
      return kind === 'open' ? 'act' : parentRow(cursor, rowAt);
    case 'Enter':
    case ' ':
      return 'act';
    default:
      return undefined;
  }
}

/** The row that holds this one, as far as rows are loaded. */
function parentRow(cursor: number, rowAt: (index: number) => BodyRow | undefined): number {
  const row = rowAt(cursor);
  if (row?.form !== 'tree') return cursor;
  const isEnd = row.kind === 'end';
  for (let at = cursor - 1; at >= 0; at--) {
    const above = rowAt(at);
    if (above?.form !== 'tree') return cursor;
    if (above.kind === 'open' && above.depth === (isEnd ? row.depth : row.depth - 1)) return at;
  }
  return cursor;
}
