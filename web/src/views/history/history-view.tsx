import './history.css';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { formatCount } from '../../../../src/primitives/text/output-text.js';
import { ConfirmDialog } from '../../components/dialog.js';
import { Icon } from '../../components/icon.js';
import { EmptyState, Problem } from '../../components/marks.js';
import { TabList } from '../../components/tab-list.js';
import { Split } from '../../components/split.js';
import {
  baseline,
  deleteAllRuns,
  deletedRuns,
  forgetRecent,
  historyProblem,
  loadRecent,
  loadRuns,
  recent,
  recentProblem,
  shownList,
  shownRun,
  shownRuns,
  showRun,
  undoDeleting,
} from '../../state/history.js';
import { runAll } from '../../state/runs/executions.js';
import { navigate } from '../../state/route.js';
import { files } from '../../state/workspace.js';
import { Comparison } from './comparison.js';
import { RecentTable } from './recent-table.js';
import { RunDetail } from './run-detail.js';
import { RunTable } from './run-table.js';

interface HistoryViewProps {
  readonly run: number;
  readonly against: number;
}

export function HistoryView({ run, against }: HistoryViewProps): JSX.Element {
  useEffect(() => {
    void loadRuns();
    void loadRecent();
  }, []);
  useEffect(() => void showRun(run, against), [run, against]);
  const list = <Lists />;
  return (
    <div class="history">
      {shownRun.value === undefined ? (
        list
      ) : (
        <Split
          direction="row"
          name="runs"
          initial={46}
          first={list}
          second={
            baseline.value === undefined ? (
              <RunDetail run={shownRun.value} />
            ) : (
              <Comparison before={baseline.value} after={shownRun.value} />
            )
          }
        />
      )}
    </div>
  );
}

function Lists(): JSX.Element {
  const isAsking = useSignal(false);
  const isStored = shownList.value === 'stored';
  const stored = shownRuns.value;
  const count = isStored ? stored?.total : recent.value?.length;
  return (
    <section class="pane" aria-label="Runs">
      <div class="toolbar">
        <TabList
          label="Kind of history"
          tabs={[
            { key: 'stored', label: `Stored runs ${stored?.total ?? ''}` },
            { key: 'recent', label: `Since server start ${recent.value?.length ?? ''}` },
          ]}
          shown={shownList.value}
          show={(key) => (shownList.value = key)}
        />
        <span class="spacer" />
        <button
          type="button"
          class="button"
          disabled={(count ?? 0) === 0}
          onClick={() => (isAsking.value = true)}
        >
          Delete all
        </button>
      </div>
      {isStored && deletedRuns.value.length > 0 && <UndoBar />}
      <ReadProblem isStored={isStored} />
      {count === 0 && <NothingYet isStored={isStored} />}
      {count !== undefined && count > 0 && isStored && stored !== undefined && <RunTable page={stored} />}
      {count !== undefined && count > 0 && !isStored && <RecentTable entries={recent.value ?? []} />}
      {isAsking.value && (
        <ConfirmDialog
          title={isStored ? 'Delete all stored runs?' : 'Clear the runs since the server started?'}
          text={
            isStored
              ? `${formatCount(count ?? 0, 'run')} of this workspace cannot be restored afterwards. Runs of other workspaces are kept.`
              : 'Stored runs are kept.'
          }
          action="Delete"
          confirm={() => void (isStored ? deleteAllRuns() : forgetRecent())}
          close={() => (isAsking.value = false)}
        />
      )}
    </section>
  );
}

function UndoBar(): JSX.Element {
  const ids = deletedRuns.value;
  return (
    <div class="undo-bar" role="status">
      <span>{ids.length === 1 ? `Deleted run ${ids[0]}.` : `Deleted ${ids.length} runs.`}</span>
      <span class="spacer" />
      <button type="button" class="button" onClick={undoDeleting}>
        Undo
      </button>
    </div>
  );
}

/** What was read before stays below the message. */
function ReadProblem({ isStored }: { readonly isStored: boolean }): JSX.Element | null {
  const problem = isStored ? historyProblem.value : recentProblem.value;
  if (problem === '') return null;
  return (
    <Problem>
      The history could not be read. {problem}
      <div>
        <button type="button" class="button" onClick={() => void (isStored ? loadRuns() : loadRecent())}>
          Try again
        </button>
      </div>
    </Problem>
  );
}

function NothingYet({ isStored }: { readonly isStored: boolean }): JSX.Element {
  const hasFiles = files.value.length > 0;
  return (
    <EmptyState
      icon="history"
      title={isStored ? 'Nothing has run yet' : 'Nothing has run since the server started'}
    >
      <p>Every run is stored here: compare it with earlier ones, or see how one request changes over time.</p>
      <button
        type="button"
        class="button primary"
        onClick={() => {
          navigate('/');
          if (hasFiles) void runAll(files.value.map(({ path }) => path));
        }}
      >
        {hasFiles ? (
          <>
            <Icon name="play" /> Run all files
          </>
        ) : (
          'Create a request file'
        )}
      </button>
    </EmptyState>
  );
}
