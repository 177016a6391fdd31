import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ConfirmDialog } from '../../components/dialog.js';
import { EmptyState, Problem } from '../../components/marks.js';
import { TabList } from '../../components/tab-list.js';
import { Split } from '../../components/split.js';
import {
  baseline,
  deleteAllRuns,
  forgetRecent,
  historyProblem,
  loadRecent,
  loadRuns,
  recent,
  recentState,
  runs,
  runsState,
  shownRun,
  showRun,
} from '../../state/history.js';
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
  const shown = useSignal<'stored' | 'recent'>('stored');
  const isAsking = useSignal(false);
  const isStored = shown.value === 'stored';
  const isEmpty = isStored ? (runs.value?.total ?? 0) === 0 : recent.value.length === 0;
  // Under a failed read, "nothing" would be a guess.
  const isRead = (isStored ? runsState : recentState).value === 'ready';
  return (
    <section class="pane" aria-label="Runs">
      <div class="toolbar">
        <TabList
          label="Kind of history"
          tabs={[
            { key: 'stored', label: `Stored runs ${runs.value?.total ?? ''}` },
            { key: 'recent', label: `Since server start ${recent.value.length}` },
          ]}
          shown={shown.value}
          show={(key) => (shown.value = key)}
        />
        <span class="spacer" />
        <button type="button" class="button" disabled={isEmpty} onClick={() => (isAsking.value = true)}>
          Delete all
        </button>
      </div>
      {historyProblem.value !== '' && isStored && <Problem>{historyProblem.value}</Problem>}
      {isEmpty && !isRead ? null : isEmpty ? (
        <EmptyState icon="history" title="Nothing has run yet">
          <p>
            Every run is stored here: compare it with earlier ones, or see how one request changes over time.
          </p>
        </EmptyState>
      ) : (
        (isStored && runs.value !== undefined && <RunTable page={runs.value} />) || (
          <RecentTable entries={recent.value} />
        )
      )}
      {isAsking.value && (
        <ConfirmDialog
          title={isStored ? 'Delete all stored runs?' : 'Clear the runs since the server started?'}
          text={isStored ? 'Runs of other workspaces are kept.' : 'Stored runs are kept.'}
          action="Delete"
          confirm={() => void (isStored ? deleteAllRuns() : forgetRecent())}
          close={() => (isAsking.value = false)}
        />
      )}
    </section>
  );
}
