import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { Icon } from '../../components/icon.js';
import { VerdictMark } from '../../components/marks.js';
import { VirtualList } from '../../components/virtual-list.js';
import { currentDocument, documents, isUnsaved, show } from '../../state/documents.js';
import { fileRuns } from '../../state/executions.js';
import { closedFolders, search, toggleFolder, treeRows, type TreeRow } from '../../state/workspace.js';
import { runVerdict } from './run-verdict.js';

interface FileTreeProps {
  readonly rename: (path: string) => void;
  readonly remove: (path: string) => void;
  /** Called when a file was chosen. */
  readonly chosen: () => void;
}

const ROW_HEIGHT = 28;

export function FileTree({ rename, remove, chosen }: FileTreeProps): JSX.Element {
  const cursor = useSignal(0);
  const rows = treeRows.value;
  const act = ({ node }: TreeRow): void => {
    if (node.isDir) toggleFolder(node.path);
    else {
      show(node.path);
      chosen();
    }
  };
  const press = (event: KeyboardEvent): void => {
    const next = nextCursor(event.key, cursor.value, rows);
    const row = rows[cursor.value];
    if (next !== undefined) cursor.value = next;
    else if (row === undefined) return;
    else if (event.key === 'Enter' || event.key === ' ') act(row);
    else if (event.key === 'F2' && !row.node.isDir) rename(row.node.path);
    else if (event.key === 'Delete' && !row.node.isDir) remove(row.node.path);
    else return;
    event.preventDefault();
  };
  return (
    <VirtualList
      class="tree"
      count={rows.length}
      rowHeight={ROW_HEIGHT}
      shown={cursor.value}
      attributes={{
        role: 'tree',
        'aria-label': 'Request files',
        'aria-activedescendant': `tree-${cursor.value}`,
        onKeyDown: press,
      }}
      row={(index) => {
        const row = rows[index];
        if (row === undefined) return null;
        const choose = (): void => {
          cursor.value = index;
          act(row);
        };
        return (
          <Row
            key={row.node.path}
            index={index}
            row={row}
            isAtCursor={cursor.value === index}
            choose={choose}
            rename={rename}
            remove={remove}
          />
        );
      }}
    />
  );
}

interface RowProps extends Omit<FileTreeProps, 'chosen'> {
  readonly index: number;
  readonly row: TreeRow;
  readonly isAtCursor: boolean;
  readonly choose: () => void;
}

function Row({ index, row, isAtCursor, choose, rename, remove }: RowProps): JSX.Element {
  const { node, depth, requests } = row;
  const isOpen = search.value !== '' || !closedFolders.value.has(node.path);
  const document = documents.value.find(({ path }) => path === node.path);
  const isShown = currentDocument.value?.path === node.path;
  return (
    <div
      id={`tree-${index}`}
      class={`tree-row ${isAtCursor ? 'at-cursor' : ''}`}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isShown}
      aria-expanded={node.isDir ? isOpen : undefined}
      style={{ paddingLeft: `${depth * 14 + 8}px` }}
      onClick={choose}
    >
      {node.isDir ? (
        <span class={`fold ${isOpen ? 'open' : 'closed'}`}>
          <Icon name="chevron" />
        </span>
      ) : (
        <VerdictMark verdict={runVerdict(fileRuns.value.get(node.path), requests)} />
      )}
      <span class={`tree-name ${node.isDir ? 'folder' : ''}`} title={node.path}>
        {node.name}
      </span>
      {document !== undefined && isUnsaved(document) && <span class="unsaved" title="Not saved" />}
      {!node.isDir && (
        <span class="tree-actions">
          <RowButton label={`Rename ${node.path}`} icon="rename" act={() => rename(node.path)} />
          <RowButton label={`Delete ${node.path}`} icon="trash" act={() => remove(node.path)} />
        </span>
      )}
      <span class="tree-count">{requests}</span>
    </div>
  );
}

interface RowButtonProps {
  readonly label: string;
  readonly icon: 'rename' | 'trash';
  readonly act: () => void;
}

function RowButton({ label, icon, act }: RowButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class="icon-button"
      tabIndex={-1}
      title={label}
      aria-label={label}
      onClick={(event) => {
        event.stopPropagation();
        act();
      }}
    >
      <Icon name={icon} />
    </button>
  );
}

function nextCursor(key: string, cursor: number, rows: readonly TreeRow[]): number | undefined {
  const row = rows[cursor];
  const last = Math.max(0, rows.length - 1);
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, cursor + 1);
    case 'ArrowUp':
      return Math.max(0, cursor - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'ArrowRight':
      if (row?.node.isDir !== true) return cursor;
      if (!closedFolders.value.has(row.node.path)) return Math.min(last, cursor + 1);
      toggleFolder(row.node.path);
      return cursor;
    case 'ArrowLeft':
      if (row?.node.isDir === true && !closedFolders.value.has(row.node.path)) {
        toggleFolder(row.node.path);
        return cursor;
      }
      return Math.max(
        0,
        rows.findIndex(({ node }) => node.path === row?.node.dir),
      );
    default:
      return undefined;
  }
}
