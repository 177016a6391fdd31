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
import { showTrend, trend } from '../../state/history.js';
import { navigate } from '../../state/route.js';
import { AssertionTable } from '../results/assertion-table.js';
import { resultVerdict } from '../results/request-list.js';
import { TrendChart } from './trend-chart.js';

export function RunDetail({ run }: { readonly run: StoredRun }): JSX.Element {
  return (
    <section class="pane" aria-label={`Run ${run.id}`}>
      <div class="toolbar">
        <strong class="ellipsis">{run.filePath}</strong>
        <Counts {...run} />
        <span class="spacer" />
        <span class="hint nowrap">{timeText(run.startedAt)}</span>
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
          <AssertionTable
            assertions={assertions.map((each) => ({ ...each, message: '', line: 0 }))}
            skipReason={result.skipped ? 'not run' : ''}
            isStored
          />
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
