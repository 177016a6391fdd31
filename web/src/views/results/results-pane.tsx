import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { RunResult } from '../../../../src/server/api-types.js';
import { Icon } from '../../components/icon.js';
import { Counts, durationText, EmptyState, Problem, VerdictMark } from '../../components/marks.js';
import { ProgressBar } from '../../components/charts/progress-bar.js';
import { Split } from '../../components/split.js';
import { cancelAll, fileRuns, type FileRun } from '../../state/executions.js';
import { saveAndRun } from '../../state/editing/saved-run.js';
import { LeftOut } from './left-out.js';
import { RequestDetail } from './request-detail.js';
import { RequestList } from './request-list.js';

export function ResultsPane({ file }: { readonly file: string }): JSX.Element {
  const execution = fileRuns.value.get(file);
  return (
    <section class="pane results-pane" aria-label="Results">
      {execution === undefined ? (
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
      ) : (
        <Results execution={execution} />
      )}
    </section>
  );
}

function Results({ execution }: { readonly execution: FileRun }): JSX.Element {
  const { state, result, problem } = execution;
  return (
    <>
      <ResultsHead execution={execution} />
      {state === 'failed' && (
        <Problem>
          <strong>Nothing was run.</strong> {problem}
        </Problem>
      )}
      {state === 'running' && <LiveSteps execution={execution} />}
      {state === 'finished' && result !== undefined && <LeftOut result={result} />}
      {state === 'finished' && result !== undefined && (
        <Finished key={result.id} result={result} steps={execution.steps} />
      )}
    </>
  );
}

function ResultsHead({ execution }: { readonly execution: FileRun }): JSX.Element {
  const { state, result, steps, total } = execution;
  const done = steps.filter((step) => step !== undefined && step.state !== 'running');
  const hasFailed = done.some((step) => step?.state === 'failed');
  const share = total === 0 ? 0 : done.length / total;
  return (
    <div class="toolbar results-head">
      {state === 'running' ? (
        <>
          <VerdictMark verdict="running" />
          <span>{total === 0 ? 'Starting…' : `${done.length} of ${total}`}</span>
          <span class="spacer" />
          <button type="button" class="button" onClick={cancelAll}>
            <Icon name="stop" /> Stop
          </button>
          <ProgressBar label="Requests that have run" share={share} isFailing={hasFailed} />
        </>
      ) : (
        result !== undefined && (
          <>
            <Counts {...result} />
            <span class="spacer" />
            <span class="hint">{result.environment}</span>
            <span class="duration">{durationText(result.duration)}</span>
          </>
        )
      )}
    </div>
  );
}

function LiveSteps({ execution }: { readonly execution: FileRun }): JSX.Element {
  return (
    <ul class="steps">
      {execution.steps.map(
        (step, index) =>
          step !== undefined && (
            <li key={index}>
              <VerdictMark verdict={step.state} />
              <span class="ellipsis">{step.name}</span>
              <span class="spacer" />
              {step.state !== 'running' && <span class="duration">{durationText(step.duration)}</span>}
            </li>
          ),
      )}
    </ul>
  );
}

interface FinishedProps {
  readonly result: RunResult;
  readonly steps: FileRun['steps'];
}

function Finished({ result, steps }: FinishedProps): JSX.Element {
  const firstFailed = result.results.findIndex(({ passed, skipped }) => !passed && !skipped);
  const chosen = useSignal(firstFailed < 0 ? Math.max(0, result.results.length - 1) : firstFailed);
  useEffect(() => {
    chosen.value = Math.min(chosen.value, Math.max(0, result.results.length - 1));
  }, [chosen, result]);
  const shown = result.results[chosen.value];
  if (shown === undefined) return <EmptyState icon="skip" title="There was nothing to run" />;
  return (
    <Split
      direction="column"
      name="request list"
      initial={34}
      first={
        <RequestList
          result={result}
          steps={steps}
          chosen={chosen.value}
          choose={(index) => (chosen.value = index)}
        />
      }
      second={<RequestDetail key={chosen.value} result={shown} />}
    />
  );
}
