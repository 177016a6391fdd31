import type { JSX } from 'preact';
import type { RunPage, RunSummary } from '../../../../src/server/api-types.js';
import { Icon } from '../../components/icon.js';
import { Counts, durationText, timeText, VerdictMark } from '../../components/marks.js';
import { PathText } from '../../components/path-text.js';
import { deleteRun, loadRuns, shownRun } from '../../state/history.js';
import { navigate, runAddress } from '../../state/route.js';

export function RunTable({ page }: { readonly page: RunPage }): JSX.Element {
  const { runs, total, limit, offset } = page;
  return (
    <>
      <div class="scroll">
        <table class="table runs">
          <thead>
            <tr>
              <th class="narrow">
                <span class="sr-only">Verdict</span>
              </th>
              <th>File</th>
              <th>Result</th>
              <th>Time</th>
              <th class="right">Duration</th>
              <th class="narrow">
                <span class="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </tbody>
        </table>
      </div>
      <div class="pager">
        <span class="hint">
          {Math.min(offset + 1, total)} to {offset + runs.length} of {total}
        </span>
        <span class="spacer" />
        <button
          type="button"
          class="button"
          disabled={offset === 0}
          onClick={() => void loadRuns(Math.max(0, offset - limit))}
        >
          Newer
        </button>
        <button
          type="button"
          class="button"
          disabled={offset + runs.length >= total}
          onClick={() => void loadRuns(offset + limit)}
        >
          Older
        </button>
      </div>
    </>
  );
}

function RunRow({ run }: { readonly run: RunSummary }): JSX.Element {
  const shown = shownRun.value;
  const isShown = shown?.id === run.id;
  const canCompare = shown !== undefined && !isShown && shown.filePath === run.filePath;
  return (
    <tr class={isShown ? 'row-shown' : ''}>
      <td>
        <VerdictMark verdict={run.failed > 0 ? 'failed' : 'passed'} />
      </td>
      <td>
        <a
          href={runAddress(run.id)}
          class="row-link"
          onClick={(event) => {
            event.preventDefault();
            navigate(runAddress(run.id));
          }}
        >
          <PathText path={run.filePath} />
        </a>{' '}
        <span class="hint">{run.environment}</span>
        <span class="hint run-time">{timeText(run.startedAt)}</span>
      </td>
      <td>
        <Counts {...run} />
      </td>
      <td class="hint nowrap">{timeText(run.startedAt)}</td>
      <td class="right duration">{durationText(run.durationMs)}</td>
      <td class="row-actions">
        {canCompare && (
          <button
            type="button"
            class="link"
            title={`Compare run ${shown.id} with this one`}
            onClick={() => navigate(runAddress(shown.id, run.id))}
          >
            compare
          </button>
        )}
        <button
          type="button"
          class="icon-button"
          aria-label={`Delete run ${run.id}`}
          title="Delete"
          onClick={() => deleteRun(run.id)}
        >
          <Icon name="trash" />
        </button>
      </td>
    </tr>
  );
}
