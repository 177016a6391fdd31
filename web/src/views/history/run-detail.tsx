import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { StoredResult, StoredRun } from '../../../../src/server/api-types.js';
import { Icon } from '../../components/icon.js';
import {
  Counts,
  durationText,
  MethodMark,
  Problem,
  StatusCode,
  timeText,
  VerdictMark,
} from '../../components/marks.js';
import { TextLines } from '../../components/text-lines.js';
import { showTrend, shownRuns, trend } from '../../state/history.js';
import { navigate, runAddress } from '../../state/route.js';
import { resultVerdict } from '../results/request-list.js';
import { openRequest } from './open-request.js';
import { StoredAssertions } from './stored-assertions.js';
import { TrendChart } from './trend-chart.js';

export function RunDetail({ run }: { readonly run: StoredRun }): JSX.Element {
  const before = shownRuns.value?.runs.find(({ id, filePath }) => id < run.id && filePath === run.filePath);
  return (
    <section class="pane" aria-label={`Run ${run.id}`}>
      <div class="toolbar run-head">
        <strong class="ellipsis" title={run.filePath}>
          {run.filePath}
        </strong>
        <Counts {...run} />
        <span class="spacer" />
        <span class="hint nowrap">{timeText(run.startedAt)}</span>
        {before !== undefined && (
          <button
            type="button"
            class="button"
            title={`Compare with run ${before.id}, ${timeText(before.startedAt)}`}
            onClick={() => navigate(runAddress(run.id, before.id))}
          >
            Compare with the run before
          </button>
        )}
        <button
          type="button"
          class="icon-button"
          aria-label="Close the run"
          onClick={() => navigate('/history')}
        >
          <Icon name="close" />
        </button>
      </div>
      <div class="scroll">
        {trend.value !== undefined && <TrendChart trend={trend.value} />}
        {run.results.map((result) => (
          <ResultCard key={result.id} result={result} file={run.filePath} />
        ))}
      </div>
    </section>
  );
}

function ResultCard({ result, file }: { readonly result: StoredResult; readonly file: string }): JSX.Element {
  const isOpen = useSignal(!result.passed && !result.skipped);
  const { assertions, bodyPreview, error } = result;
  return (
    <article class="card">
      <div class="card-head">
        <button
          type="button"
          class="card-title"
          aria-expanded={isOpen.value}
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          <span class={`fold ${isOpen.value ? 'open' : 'closed'}`}>
            <Icon name="chevron" />
          </span>
          <VerdictMark verdict={resultVerdict(result)} />
          <MethodMark method={result.method} />
          <span class="ellipsis">{result.requestName}</span>
        </button>
        <button
          type="button"
          class="icon-button"
          title="Open the request in the editor"
          aria-label={`Open ${result.requestName} in the editor`}
          onClick={() => void openRequest(file, result.requestName)}
        >
          <Icon name="file" />
        </button>
        <StatusCode code={result.statusCode} />
        <span class="duration">{durationText(result.durationMs)}</span>
        <button
          type="button"
          class="icon-button"
          title="How it changed over time"
          aria-label={`Trend of ${result.requestName}`}
          onClick={() => void showTrend(file, result.requestName)}
        >
          <Icon name="trend" />
        </button>
      </div>
      {isOpen.value && (
        <div class="card-body">
          <p class="mono hint wrap">{result.url}</p>
          {error !== null && <Problem>{error}</Problem>}
          {result.skipped && <p class="hint">Not run.</p>}
          {assertions.length > 0 && <StoredAssertions assertions={assertions} />}
          {bodyPreview !== '' && (
            <div class="card-text">
              <TextLines text={bodyPreview} label="Body" />
            </div>
          )}
        </div>
      )}
    </article>
  );
}
