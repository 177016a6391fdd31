import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { VirtualList } from '../../components/virtual-list.js';
import { cursor as editorCursor } from '../../state/cursor.js';
import { show } from '../../state/documents.js';
import { requestAtLine, requestsByFile } from '../../state/navigation/requests.js';
import { toggleFile, toggleFolder, treeRows } from '../../state/navigation/tree.js';
import type { TreeRow } from '../../state/navigation/tree-rows.js';
import { NodeRow } from './node-row.js';
import { copyName, RequestRow, runRequest, showListedRequest } from './request-row.js';
import { stepInTree } from './tree-keys.js';
import './outline.css';

interface FileTreeProps {
  readonly rename: (path: string) => void;
  readonly remove: (path: string) => void;
  /** Called when a file or a request was chosen. */
  readonly chosen: () => void;
}

const ROW_HEIGHT = 28;

/** Folders, files and their requests; the request at the cursor of the editor is marked and kept in view. */
export function FileTree({ rename, remove, chosen }: FileTreeProps): JSX.Element {
  const cursor = useSignal(0);
  const host = useRef<HTMLDivElement>(null);
  const rows = treeRows.value;
  const editedIndex = useEditedRow(rows);
  useEffect(() => {
    // Someone who moves through the tree by keys keeps the place there.
    const isUsed = host.current?.contains(document.activeElement) === true;
    if (editedIndex >= 0 && !isUsed) cursor.value = editedIndex;
  }, [cursor, editedIndex]);
  const act = (row: TreeRow): void => {
    if (row.kind === 'folder') toggle(row);
    else {
      if (row.kind === 'request') showListedRequest(row.request);
      else show(row.node.path);
      chosen();
    }
  };
  const press = (event: KeyboardEvent): void => {
    const step = stepInTree(event.key, cursor.value, rows);
    const row = rows[cursor.value];
    if (step !== undefined) {
      cursor.value = step.cursor;
      if (step.toggled !== undefined) toggle(step.toggled);
    } else if (row === undefined || !pressOnRow(event, row, { act, rename, remove })) return;
    event.preventDefault();
  };
  const draw = (index: number): JSX.Element | null => {
    const row = rows[index];
    if (row === undefined) return null;
    const choose = (): void => {
      cursor.value = index;
      act(row);
    };
    const common = { index, choose, isAtCursor: cursor.value === index };
    if (row.kind === 'request')
      return <RequestRow key={`#${index}`} row={row} isEdited={index === editedIndex} {...common} />;
    const actions = { toggle: () => toggle(row), rename, remove };
    return <NodeRow key={row.node.path} row={row} {...actions} {...common} />;
  };
  return (
    <div ref={host} class="tree-host">
      <VirtualList
        class="tree"
        count={rows.length}
        rowHeight={ROW_HEIGHT}
        shown={cursor.value}
        attributes={treeAttributes(cursor.value, press)}
        row={draw}
      />
    </div>
  );
}

function treeAttributes(
  cursor: number,
  press: (event: KeyboardEvent) => void,
): JSX.HTMLAttributes<HTMLDivElement> {
  return {
    role: 'tree',
    'aria-label': 'Request files',
    'aria-activedescendant': `tree-${cursor}`,
    onKeyDown: press,
  };
}

/** The row of the request at the cursor of the editor, or -1. */
function useEditedRow(rows: readonly TreeRow[]): number {
  const edited = useComputed(() => {
    const { file, line } = editorCursor.value;
    return requestAtLine(requestsByFile.value.get(file), line);
  });
  return rows.findIndex((row) => row.kind === 'request' && row.request === edited.value);
}

function toggle(row: TreeRow): void {
  if (row.kind === 'folder') toggleFolder(row.node.path);
  else if (row.kind === 'file') toggleFile(row.node.path);
}

interface RowActions extends Omit<FileTreeProps, 'chosen'> {
  readonly act: (row: TreeRow) => void;
}

/** True if the key was meant for the row. */
function pressOnRow(event: KeyboardEvent, row: TreeRow, { act, rename, remove }: RowActions): boolean {
  const isCommand = event.ctrlKey || event.metaKey;
  if (row.kind === 'request' && isCommand && event.key === 'Enter') runRequest(row.request);
  else if (row.kind === 'request' && isCommand && event.key.toLowerCase() === 'c') void copyName(row.request);
  else if (event.key === 'Enter' || event.key === ' ') act(row);
  else if (event.key === 'F2' && row.kind === 'file') rename(row.node.path);
  else if (event.key === 'Delete' && row.kind === 'file') remove(row.node.path);
  else return false;
  return true;
}
