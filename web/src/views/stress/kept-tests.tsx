import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { StressRunPage, StressRunSummary } from '../../../../src/server/api-types.js';
import { ConfirmDialog } from '../../components/dialog.js';
import { Icon } from '../../components/icon.js';
import { timeText, VerdictMark } from '../../components/marks.js';
import { TableFrame } from '../../components/table-frame.js';
import { navigate, stressAddress } from '../../state/route.js';
import { deleteAllTests, deleteTest, loadStressRuns } from '../../state/stress/stress-runs.js';
import { latencyText, numberText, percentText } from './result-text.js';
import { loadText, testName, testVerdict, verdictText } from './test-text.js';

/** The load tests of the history, newest first; two of them can be chosen and compared. */
export function KeptTests({ page }: { readonly page: StressRunPage }): JSX.Element {
  const chosen = useSignal<readonly number[]>([]);
  const deleting = useSignal<number | 'all' | undefined>(undefined);
  const { runs, total, limit, offset } = page;
  const [first, second] = chosen.value.toSorted((a, b) => a - b);
  const choose = (id: number, isChosen: boolean): void => {
    // A third choice replaces the oldest one.
    chosen.value = isChosen ? [...chosen.value.slice(-1), id] : chosen.value.filter((each) => each !== id);
  };
  return (
    <section class="kept-tests" aria-label="Kept tests">
      <div class="kept-head">
        <h2>Kept tests</h2>
        <span class="hint">
          {second === undefined ? 'Choose two to compare them.' : testsText(runs, first, second)}
        </span>
        <span class="spacer" />
        <button
          type="button"
          class="button"
          disabled={second === undefined}
          onClick={() => navigate(stressAddress(second ?? 0, first))}
        >
          Compare
        </button>
        <button type="button" class="button" onClick={() => (deleting.value = 'all')}>
          Delete all
        </button>
      </div>
      <TableFrame label="Kept tests">
        <table class="table kept-table">
          <TestHeads />
          <tbody>
            {runs.map((test) => (
              <TestRow
                key={test.id}
                test={test}
                isChosen={chosen.value.includes(test.id)}
                choose={(isChosen) => choose(test.id, isChosen)}
                remove={() => (deleting.value = test.id)}
              />
            ))}
          </tbody>
        </table>
      </TableFrame>
      {total > limit && <Pager page={page} show={(at) => void loadStressRuns(at)} />}
      {total <= limit && offset === 0 && <p class="hint">{total === 1 ? '1 test' : `${total} tests`}</p>}
      {deleting.value !== undefined && (
        <DeleteQuestion what={deleting.value} close={() => (deleting.value = undefined)} />
      )}
    </section>
  );
}

function testsText(runs: readonly StressRunSummary[], ...ids: (number | undefined)[]): string {
  return ids
    .map((id) => {
      const test = runs.find((each) => each.id === id);
      return test === undefined ? `Test ${id}` : testName(test);
    })
    .join(' and ');
}

function TestHeads(): JSX.Element {
  return (
    <thead>
      <tr>
        <th scope="col" class="narrow">
          <span class="sr-only">Compare</span>
        </th>
        <th scope="col" class="narrow">
          <span class="sr-only">Verdict</span>
        </th>
        <th scope="col">Test</th>
        <th scope="col">Load</th>
        <th scope="col" class="right">
          p95
        </th>
        <th scope="col" class="right">
          Errors
        </th>
        <th scope="col" class="narrow">
          <span class="sr-only">Actions</span>
        </th>
      </tr>
    </thead>
  );
}

interface TestRowProps {
  readonly test: StressRunSummary;
  readonly isChosen: boolean;
  readonly choose: (isChosen: boolean) => void;
  readonly remove: () => void;
}

function TestRow({ test, isChosen, choose, remove }: TestRowProps): JSX.Element {
  const { id, files, startedAt, totalRequests, errorCount, p95Ms } = test;
  const name = testName(test);
  const share = totalRequests === 0 ? 0 : errorCount / totalRequests;
  return (
    <tr class={isChosen ? 'row-shown' : ''}>
      <td>
        <input
          type="checkbox"
          aria-label={`Compare ${name}`}
          checked={isChosen}
          onChange={({ currentTarget }) => choose(currentTarget.checked)}
        />
      </td>
      <td>
        <VerdictMark verdict={testVerdict(test)} />
      </td>
      <td>
        <a
          href={stressAddress(id)}
          class="row-link"
          onClick={(event) => {
            event.preventDefault();
            navigate(stressAddress(id));
          }}
        >
          {name}
        </a>
        <div class="hint">
          {timeText(startedAt)}, {files.join(', ')}
        </div>
        <div class="hint kept-load">{loadText(test)}</div>
        <div class="hint">{verdictText(test)}</div>
      </td>
      <td class="nowrap">{loadText(test)}</td>
      <td class="right nowrap">{latencyText(p95Ms)}</td>
      <td class="right nowrap">
        <span class={errorCount > 0 ? 'count-failed' : ''} title={`${numberText(errorCount)} errors`}>
          {percentText(share)}
        </span>
      </td>
      <td class="row-actions">
        <button
          type="button"
          class="icon-button"
          aria-label={`Delete ${name}`}
          title="Delete"
          onClick={remove}
        >
          <Icon name="trash" />
        </button>
      </td>
    </tr>
  );
}

function Pager({
  page,
  show,
}: {
  readonly page: StressRunPage;
  readonly show: (offset: number) => void;
}): JSX.Element {
  const { runs, total, limit, offset } = page;
  return (
    <div class="pager">
      <span class="hint">
        {offset + 1} to {offset + runs.length} of {total}
      </span>
      <span class="spacer" />
      <button
        type="button"
        class="button"
        disabled={offset === 0}
        onClick={() => show(Math.max(0, offset - limit))}
      >
        Newer
      </button>
      <button
        type="button"
        class="button"
        disabled={offset + runs.length >= total}
        onClick={() => show(offset + limit)}
      >
        Older
      </button>
    </div>
  );
}

interface DeleteQuestionProps {
  readonly what: number | 'all';
  readonly close: () => void;
}

export function DeleteQuestion({ what, close }: DeleteQuestionProps): JSX.Element {
  const isAll = what === 'all';
  return (
    <ConfirmDialog
      title={isAll ? 'Delete all load tests?' : `Delete load test ${what}?`}
      text={
        isAll
          ? 'Their results are removed from the history. Tests of other workspaces are kept.'
          : 'Its result is removed from the history. This cannot be undone.'
      }
      action="Delete"
      confirm={() => void (isAll ? deleteAllTests() : deleteTest(what))}
      close={close}
    />
  );
}
