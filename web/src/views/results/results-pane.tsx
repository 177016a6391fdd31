import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { Age } from '../../components/age.js';
import { Icon } from '../../components/icon.js';
import { Counts, durationText, EmptyState, Problem, VerdictMark } from '../../components/marks.js';
import { ProgressBar } from '../../components/charts/progress-bar.js';
import { Split } from '../../components/split.js';
import { chosenRow, rowKey } from '../../state/runs/chosen-row.js';
import { fileRuns, stop, type FileRun } from '../../state/runs/executions.js';
import {
  lastResults,
  requestCountOf,
  showResultsOf,
  type LastResult,
} from '../../state/runs/last-results.js';
import { keptDetail, loadDetail, resultKey, type PlacedResult } from '../../state/runs/result-details.js';
import { coverageText } from '../../state/runs/results-text.js';
import { currentPass } from '../../state/runs/run-chosen.js';
import { route, showRequest } from '../../state/route.js';
import { saveAndRun } from '../../state/editing/saved-run.js';
import { ReportButton } from '../runs/report-button.js';
import { LeftOut } from './left-out.js';
import { LiveSteps } from './live-steps.js';
import { RequestDetail } from './request-detail.js';
import { RequestList } from './request-list.js';
import { countResults, newestResult } from './result-rows.js';
import './results.css';

export function ResultsPane({ file }: { readonly file: string }): JSX.Element {
  const execution = fileRuns.value.get(file);
  const results = lastResults.value.get(file);
  useEffect(() => showResultsOf(file), [file]);
  return (
    <section class="pane results-pane" aria-label="Results">
      {execution?.state === 'running' ? (
        <>
          <LiveHead execution={execution} />
          <LiveSteps execution={execution} />
        </>
      ) : (
        <>
          {execution?.state === 'failed' && (
            <Problem>
              <strong>Nothing was run.</strong> {execution.problem}
            </Problem>
          )}
          {results !== undefined && results.length > 0 && (
            <Results file={file} results={results} execution={execution} />
          )}
          {results?.length === 0 && execution?.state !== 'failed' && <NotRun file={file} />}
        </>
      )}
    </section>
  );
}

function NotRun({ file }: { readonly file: string }): JSX.Element {
  return (
    <EmptyState
      icon="play"
      title="Not run yet"
      action={{ label: 'Run this file', icon: 'play', act: () => void saveAndRun(file) }}
    >
      <p>
        <kbd>Ctrl</kbd> <kbd>Enter</kbd> runs the request at the cursor, <kbd>Ctrl</kbd> <kbd>Shift</kbd>{' '}
        <kbd>Enter</kbd> the whole file. Or click the mark beside a request line.
      </p>
    </EmptyState>
  );
}

function LiveHead({ execution }: { readonly execution: FileRun }): JSX.Element {
  const { live, isStopping, file } = execution;
  const share = live.total === 0 ? 0 : live.done / live.total;
  return (
    <div class="toolbar results-head">
      <VerdictMark verdict="running" />
      <span>{live.total === 0 ? 'Starting…' : `${live.done} of ${live.total}`}</span>
      {live.failed > 0 && <span class="count-failed">{live.failed} failed</span>}
      {currentPass.value !== undefined && (
        <span class="hint">
          run {currentPass.value.number} of {currentPass.value.count}
        </span>
      )}
      <span class="spacer" />
      <button type="button" class="button" disabled={isStopping} onClick={() => stop(file)}>
        <Icon name="stop" /> {isStopping ? 'Stopping…' : 'Stop'}
      </button>
      <ProgressBar label="Requests that have run" share={share} isFailing={live.failed > 0} />
    </div>
  );
}

interface ResultsProps {
  readonly file: string;
  readonly results: readonly LastResult[];
  readonly execution: FileRun | undefined;
}

function Results({ file, results, execution }: ResultsProps): JSX.Element {
  const wanted = route.value.view === 'workspace' && route.value.file === file ? route.value.request : '';
  const chosen = chosenRow(results, wanted);
  const shown = results[chosen];
  return (
    <>
      <ResultsHead file={file} results={results} execution={execution} />
      <LeftOut results={results} />
      <Split
        direction="column"
        name="request list"
        initial={34}
        first={
          <RequestList
            file={file}
            results={results}
            live={{ id: execution?.id ?? '', steps: execution?.live.steps ?? [] }}
            chosen={chosen}
            choose={(index) => {
              const result = results[index];
              if (result) showRequest(rowKey(result));
            }}
          />
        }
        second={shown === undefined ? null : <Detail result={shown} />}
      />
    </>
  );
}

function ResultsHead({ file, results, execution }: ResultsProps): JSX.Element {
  const counts = useMemo(
    () => countResults(results.filter((result) => result.file === file)),
    [file, results],
  );
  const newest = newestResult(results);
  const coverage = coverageText(counts, requestCountOf(file) ?? 0);
  return (
    <div class="toolbar results-head">
      <Counts {...counts} />
      {coverage !== '' && <span class="hint">{coverage}</span>}
      <span class="spacer" />
      {newest !== undefined && (
        <span class="hint results-facts">
          <span>{newest.environment}</span>
          {newest.source === 'history' && <span>from the history</span>}
          <Age at={newest.endedAt} />
        </span>
      )}
      {execution?.state === 'finished' && execution.id !== '' && <ReportButton executions={[execution.id]} />}
      {execution?.duration !== undefined && <span class="duration">{durationText(execution.duration)}</span>}
    </div>
  );
}

/** The whole result, loaded when it is shown; until then the one before it stays. */
function Detail({ result }: { readonly result: LastResult }): JSX.Element | null {
  const shown = useSignal<PlacedResult | undefined>(keptDetail(result));
  const problem = useSignal('');
  const key = resultKey(result);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    loadDetail(result, signal).then(
      (whole) => {
        if (signal.aborted) return;
        problem.value = '';
        shown.value = whole;
      },
      (error: unknown) => {
        if (!signal.aborted) problem.value = error instanceof Error ? error.message : String(error);
      },
    );
    return () => controller.abort();
    // The result is the same as long as its key is.
  }, [key]);
  if (problem.value !== '') return <Problem>{problem.value}</Problem>;
  const whole = shown.value;
  return whole === undefined ? null : (
    <RequestDetail key={`${whole.file} ${whole.name} ${whole.occurrence} ${whole.endedAt}`} result={whole} />
  );
}
