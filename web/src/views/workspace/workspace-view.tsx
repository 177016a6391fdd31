import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ConfirmDialog } from '../../components/dialog.js';
import { hiddenParts, setHidden } from '../../components/split/hidden-parts.js';
import { Icon } from '../../components/icon.js';
import { Split } from '../../components/split.js';
import { TabList } from '../../components/tab-list.js';
import { currentDocument, open, remove } from '../../state/documents.js';
import { fileRuns } from '../../state/runs/executions.js';
import { isMakingFile, shownPane } from '../../state/navigation/page-parts.js';
import { route } from '../../state/route.js';
import { search } from '../../state/navigation/tree.js';
import { formatCount } from '../../../../src/primitives/text/output-text.js';
import { files, workspace } from '../../state/workspace.js';
import { ResultsPane } from '../results/results-pane.js';
import { EditorPane } from './editor-pane.js';
import { FileTree } from './file-tree.js';
import { NewFileDialog, RenameDialog } from './file-dialogs.js';
import { Overview } from './overview.js';
import { RunAllButton } from './run-all-button.js';
import { TabStrip } from './tab-strip.js';
import './layout.css';

const PANES = [
  { key: 'editor', label: 'Editor' },
  { key: 'results', label: 'Results' },
] as const;

const SIDEBAR_PX = 264;
/** Below this width, the editor has no room beside the results. */
const STACK_BELOW_PX = 740;

export function WorkspaceView(): JSX.Element {
  const renamed = useSignal('');
  const removed = useSignal('');
  const isTreeOpen = useSignal(false);
  const wanted = route.value.view === 'workspace' ? route.value.file : '';
  useEffect(() => {
    if (wanted !== '') open(wanted);
  }, [wanted]);
  return (
    <div class={`workspace ${isTreeOpen.value ? 'tree-open' : ''}`}>
      <Split
        direction="row"
        name="files"
        unit="pixels"
        initial={SIDEBAR_PX}
        stackBelow={0}
        hideable={{ part: 'first', name: 'files' }}
        first={
          <aside class="sidebar" aria-label="Files">
            <Sidebar
              rename={(path) => (renamed.value = path)}
              remove={(path) => (removed.value = path)}
              chosen={() => (isTreeOpen.value = false)}
            />
          </aside>
        }
        second={<Workbench toggleTree={() => (isTreeOpen.value = !isTreeOpen.value)} />}
      />
      {isMakingFile.value && <NewFileDialog close={() => (isMakingFile.value = false)} />}
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

/** The open files, and of the shown one the editor and the results. */
function Workbench({ toggleTree }: { readonly toggleTree: () => void }): JSX.Element {
  const document = currentDocument.value;
  const state = fileRuns.value.get(document?.path ?? '')?.state;
  useEffect(() => {
    if (state !== 'running') return;
    shownPane.value = 'results';
    setHidden('results', false);
  }, [state]);
  return (
    <div class={`workbench showing-${shownPane.value}`}>
      <TabStrip toggleTree={toggleTree} />
      {document === undefined ? (
        <Overview make={() => (isMakingFile.value = true)} />
      ) : (
        <>
          <div class="pane-choice">
            <TabList
              label="Part"
              tabs={PANES}
              shown={shownPane.value}
              show={(key) => (shownPane.value = key)}
            />
          </div>
          <Split
            direction="row"
            name="results"
            initial={52}
            stackBelow={STACK_BELOW_PX}
            hideable={{ part: 'second', name: 'results' }}
            first={<EditorPane key={document.path} path={document.path} />}
            second={<ResultsPane file={document.path} />}
          />
        </>
      )}
      {document !== undefined && hiddenParts.value.has('results') && <ResultsEdge />}
    </div>
  );
}

/** Stands for the hidden results, so that they can be found again. */
function ResultsEdge(): JSX.Element {
  return (
    <button type="button" class="results-edge" onClick={() => setHidden('results', false)}>
      <Icon name="play" /> Show the results
    </button>
  );
}

interface SidebarProps {
  readonly rename: (path: string) => void;
  readonly remove: (path: string) => void;
  readonly chosen: () => void;
}

function Sidebar({ rename, remove, chosen }: SidebarProps): JSX.Element {
  return (
    <>
      <div class="sidebar-tools">
        <label class="search-field">
          <Icon name="search" />
          <span class="sr-only">Filter files and requests</span>
          <input
            type="search"
            placeholder="Filter files and requests"
            value={search.value}
            onInput={({ currentTarget }) => (search.value = currentTarget.value)}
          />
        </label>
        <button
          type="button"
          class="icon-button"
          title="New file"
          aria-label="New file"
          onClick={() => (isMakingFile.value = true)}
        >
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
