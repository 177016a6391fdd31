import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ConfirmDialog } from '../../components/dialog.js';
import { Icon } from '../../components/icon.js';
import { Split } from '../../components/split.js';
import { TabList } from '../../components/tab-list.js';
import { currentDocument, open, remove } from '../../state/documents.js';
import { fileRuns } from '../../state/executions.js';
import { route } from '../../state/route.js';
import { formatCount } from '../../../../src/primitives/text/output-text.js';
import { files, search, workspace } from '../../state/workspace.js';
import { ResultsPane } from '../results/results-pane.js';
import { EditorPane } from './editor-pane.js';
import { FileTree } from './file-tree.js';
import { NewFileDialog, RenameDialog } from './file-dialogs.js';
import { Overview } from './overview.js';
import { RunAllButton } from './run-all-button.js';
import { TabStrip } from './tab-strip.js';

const PANES = [
  { key: 'editor', label: 'Editor' },
  { key: 'results', label: 'Results' },
] as const;

export function WorkspaceView(): JSX.Element {
  const isMaking = useSignal(false);
  const renamed = useSignal('');
  const removed = useSignal('');
  const isTreeOpen = useSignal(false);
  const wanted = route.value.view === 'workspace' ? route.value.file : '';
  useEffect(() => {
    if (wanted !== '') open(wanted);
  }, [wanted]);
  const document = currentDocument.value;
  const pane = useSignal<'editor' | 'results'>('editor');
  const state = fileRuns.value.get(document?.path ?? '')?.state;
  useEffect(() => {
    if (state === 'running') pane.value = 'results';
  }, [state, pane]);
  return (
    <div class={`workspace ${isTreeOpen.value ? 'tree-open' : ''} showing-${pane.value}`}>
      <aside class="sidebar" aria-label="Files">
        <Sidebar
          make={() => (isMaking.value = true)}
          rename={(path) => (renamed.value = path)}
          remove={(path) => (removed.value = path)}
          chosen={() => (isTreeOpen.value = false)}
        />
      </aside>
      <div class="workbench">
        <TabStrip toggleTree={() => (isTreeOpen.value = !isTreeOpen.value)} />
        {document !== undefined && (
          <div class="pane-choice">
            <TabList label="Part" tabs={PANES} shown={pane.value} show={(key) => (pane.value = key)} />
          </div>
        )}
        {document === undefined ? (
          <Overview make={() => (isMaking.value = true)} />
        ) : (
          <Split
            direction="row"
            name="results"
            initial={52}
            first={<EditorPane key={document.path} path={document.path} />}
            second={<ResultsPane file={document.path} />}
          />
        )}
      </div>
      {isMaking.value && <NewFileDialog close={() => (isMaking.value = false)} />}
      {renamed.value !== '' && <RenameDialog path={renamed.value} close={() => (renamed.value = '')} />}
      {removed.value !== '' && (
        <ConfirmDialog
          title="Delete this file?"
          text={`${removed.value} is removed from the disk.`}
          action="Delete"
          confirm={() => void remove(removed.peek())}
          close={() => (removed.value = '')}
        />
      )}
    </div>
  );
}

interface SidebarProps {
  readonly make: () => void;
  readonly rename: (path: string) => void;
  readonly remove: (path: string) => void;
  readonly chosen: () => void;
}

function Sidebar({ make, rename, remove, chosen }: SidebarProps): JSX.Element {
  return (
    <>
      <div class="sidebar-tools">
        <label class="search-field">
          <Icon name="search" />
          <span class="sr-only">Filter files</span>
          <input
            type="search"
            placeholder="Filter files"
            value={search.value}
            onInput={({ currentTarget }) => (search.value = currentTarget.value)}
          />
        </label>
        <button type="button" class="icon-button" title="New file" aria-label="New file" onClick={make}>
          <Icon name="plus" />
        </button>
      </div>
      <FileTree rename={rename} remove={remove} chosen={chosen} />
      <div class="sidebar-foot">
        <span class="hint">
          {formatCount(files.value.length, 'file')},{' '}
          {formatCount(workspace.value?.totalRequests ?? 0, 'request')}
        </span>
        <RunAllButton label="Run all" />
      </div>
    </>
  );
}
