import type { JSX } from 'preact';
import { Icon } from '../../components/icon.js';
import { VerdictMark } from '../../components/marks.js';
import { currentDocument, documents, isUnsaved } from '../../state/documents.js';
import { fileRuns } from '../../state/runs/executions.js';
import { scoreOf, scoreText } from '../../state/strength.js';
import type { NodeRow as RowData } from '../../state/navigation/tree-rows.js';
import { runVerdict } from './run-verdict.js';

interface NodeRowProps {
  readonly index: number;
  readonly row: RowData;
  readonly isAtCursor: boolean;
  readonly choose: () => void;
  readonly toggle: () => void;
  readonly rename: (path: string) => void;
  readonly remove: (path: string) => void;
}

/** A folder or a file of the tree. */
export function NodeRow(props: NodeRowProps): JSX.Element {
  const { index, row, isAtCursor, choose, toggle, rename, remove } = props;
  const { node, depth, requests, isOpen } = row;
  const document = documents.value.find(({ path }) => path === node.path);
  const score = node.isDir ? undefined : scoreOf(node.path);
  const hasFold = node.isDir || requests > 0 || isOpen;
  return (
    <div
      id={`tree-${index}`}
      class={`tree-row ${isAtCursor ? 'at-cursor' : ''}`}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={currentDocument.value?.path === node.path}
      aria-expanded={hasFold ? isOpen : undefined}
      style={{ paddingLeft: `${depth * 14 + 8}px` }}
      onClick={choose}
    >
      <span
        class={`fold ${isOpen ? 'open' : 'closed'}`}
        title={node.isDir ? undefined : isOpen ? 'Hide the requests' : 'Show the requests'}
        onClick={(event) => {
          event.stopPropagation();
          toggle();
        }}
      >
        {hasFold && <Icon name="chevron" />}
      </span>
      {!node.isDir && <VerdictMark verdict={runVerdict(fileRuns.value.get(node.path), requests)} />}
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
      {score !== undefined && (
        <span class="tree-count" title={`These tests notice ${scoreText(score)} of the changes`}>
          {scoreText(score)}
        </span>
      )}
      <span class="tree-count">{requests}</span>
    </div>
  );
}

interface RowButtonProps {
  readonly label: string;
  readonly icon: 'rename' | 'trash' | 'play' | 'copy';
  readonly act: () => void;
}

/** An action of a row, for the pointer; keys do the same on the row itself. */
export function RowButton({ label, icon, act }: RowButtonProps): JSX.Element {
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
