import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { StressResult, StressRun } from '../../../../src/server/api-types.js';
import { Icon } from '../../components/icon.js';
import { FULL_COURSE_SECONDS, type LivePoint } from '../../state/stress/live-points.js';
import { navigate, stressAddress } from '../../state/route.js';
import { saveReport, saveResult, stressRuns } from '../../state/stress/stress-runs.js';
import { livePoints, stressResult, stressStatus } from '../../state/stress/stress.js';
import { DeleteQuestion } from './kept-tests.js';
import { StressReport } from './stress-report.js';
import { plannedLoadText, testName } from './test-text.js';

export function StoredTest({ test }: { readonly test: StressRun }): JSX.Element {
  const isAsking = useSignal(false);
  const { id, files, environment, result } = test;
  return (
    <>
      <div class="toolbar stress-head">
        <BackButton />
        <strong class="ellipsis">{testName(test)}</strong>
        <span class="hint ellipsis">
          {plannedLoadText(test)}, {files.join(', ')}
          {environment === '' ? '' : `, ${environment}`}
        </span>
        <span class="spacer" />
        <CompareChoice id={id} />
        <SaveButtons id={id} result={result} />
        <button
          type="button"
          class="icon-button"
          aria-label={`Delete ${testName(test)}`}
          title="Delete"
          onClick={() => (isAsking.value = true)}
        >
          <Icon name="trash" />
        </button>
      </div>
      <StressReport result={result} points={pointsOf(id)} />
      {isAsking.value && <DeleteQuestion what={id} close={() => (isAsking.value = false)} />}
    </>
  );
}

/** The updates of the test that this page has watched from the start. */
export function pointsOf(id: number): readonly LivePoint[] {
  const points = livePoints.value;
  const isOwn = stressResult.value?.stressId === id && !stressStatus.value.running;
  return isOwn && (points[0]?.t ?? Infinity) < FULL_COURSE_SECONDS ? points : NO_POINTS;
}

const NO_POINTS: readonly LivePoint[] = [];

export function BackButton(): JSX.Element {
  return (
    <button type="button" class="button" onClick={() => navigate(stressAddress(0))}>
      {stressStatus.value.running ? 'Show the running test' : 'All tests'}
    </button>
  );
}

export function SaveButtons({
  id,
  result,
}: {
  readonly id: number;
  readonly result: StressResult;
}): JSX.Element {
  return (
    <>
      <button
        type="button"
        class="button"
        title="Save the report as an HTML page"
        onClick={() => void saveReport(id)}
      >
        <Icon name="download" /> HTML
      </button>
      <button
        type="button"
        class="button"
        title="Save the result as JSON"
        onClick={() => saveResult(id, result)}
      >
        <Icon name="download" /> JSON
      </button>
    </>
  );
}

/** Older and newer tests alike; the list holds the newest ones. */
function CompareChoice({ id }: { readonly id: number }): JSX.Element | null {
  const others = (stressRuns.value?.runs ?? []).filter((test) => test.id !== id);
  if (others.length === 0) return null;
  return (
    <select
      aria-label="Compare with another test"
      value=""
      onChange={({ currentTarget }) => navigate(stressAddress(id, Number(currentTarget.value)))}
    >
      <option value="">Compare with…</option>
      {others.map((test) => (
        <option key={test.id} value={test.id}>
          {testName(test)}
        </option>
      ))}
    </select>
  );
}
