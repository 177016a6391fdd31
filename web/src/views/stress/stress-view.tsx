import './stress.css';
import './kept-tests.css';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { EmptyState, Problem } from '../../components/marks.js';
import { TabList } from '../../components/tab-list.js';
import { navigate, stressAddress } from '../../state/route.js';
import { stressResult, stressStatus } from '../../state/stress/stress.js';
import { loadProfiles } from '../../state/stress/stress-profiles.js';
import { loadWorkers } from '../../state/stress/workers.js';
import {
  baselineTest,
  comparison,
  loadStressRuns,
  missingTest,
  showTest,
  shownTest,
  stressRuns,
  stressRunsProblem,
} from '../../state/stress/stress-runs.js';
import { files } from '../../state/workspace.js';
import { KeptTests } from './kept-tests.js';
import { LoadComparison } from './load-comparison.js';
import { pointsOf, SaveButtons, StoredTest } from './stored-test.js';
import { prepareFile, StressForm } from './stress-form.js';
import { StressLive } from './stress-live.js';
import { StressReport } from './stress-report.js';

const PANES = [
  { key: 'form', label: 'Load' },
  { key: 'course', label: 'Result' },
] as const;

interface StressViewProps {
  /** The stored test that is shown; 0 for none. */
  readonly run: number;
  /** The one it is compared with. */
  readonly against: number;
}

export function StressView({ run, against }: StressViewProps): JSX.Element {
  useEffect(() => {
    void loadProfiles();
    void loadWorkers();
    void loadStressRuns();
  }, []);
  useEffect(() => void showTest(run, against), [run, against]);
  // On a narrow screen only one part is shown.
  const pane = useSignal<'form' | 'course'>(run > 0 ? 'course' : 'form');
  const isRunning = stressStatus.value.running;
  useEffect(() => {
    if (isRunning || run > 0) pane.value = 'course';
  }, [isRunning, run, pane]);
  return (
    <div class={`stress showing-${pane.value}`}>
      <div class="pane-choice">
        <TabList label="Part" tabs={PANES} shown={pane.value} show={(key) => (pane.value = key)} />
      </div>
      <StressForm />
      <section class="stress-main" aria-label="Result">
        {run > 0 ? <Stored against={against} /> : <Course prepare={() => (pane.value = 'form')} />}
      </section>
    </div>
  );
}

function Stored({ against }: { readonly against: number }): JSX.Element {
  const test = shownTest.value;
  const baseline = baselineTest.value;
  const compared = comparison.value;
  if (missingTest.value > 0) {
    return (
      <EmptyState icon="stress" title={`Load test ${missingTest.value} is not in the history`}>
        <p>It was deleted, or the history keeps fewer tests by now.</p>
        <button type="button" class="button primary" onClick={() => navigate(stressAddress(0))}>
          Show all tests
        </button>
      </EmptyState>
    );
  }
  if (test !== undefined && against > 0 && baseline !== undefined && compared !== undefined) {
    return <LoadComparison baseline={baseline} current={test} compared={compared} />;
  }
  if (test !== undefined && against === 0) return <StoredTest test={test} />;
  return <Loading />;
}

function Loading(): JSX.Element {
  return <p class="hint stress-loading">Loading…</p>;
}

function Course({ prepare }: { readonly prepare: () => void }): JSX.Element {
  if (stressStatus.value.running) return <StressLive />;
  const result = stressResult.value;
  const page = stressRuns.value;
  const hasTests = page !== undefined && page.total > 0;
  // A test that is not stored can only be seen here.
  const isUnstored = result !== undefined && result.stressId === 0;
  // Nobody should read that there is no test, or press its button, while the list is on its way.
  if (!isUnstored && page === undefined && stressRunsProblem.value === '') return <Loading />;
  if (!isUnstored && !hasTests) return <NoTests prepare={prepare} />;
  return (
    <div class="stress-overview">
      {isUnstored && (
        <>
          <div class="toolbar stress-head">
            <strong>Last test, not kept</strong>
            <span class="spacer" />
            <SaveButtons id={0} result={result} />
          </div>
          <StressReport result={result} points={pointsOf(0)} />
        </>
      )}
      {stressRunsProblem.value !== '' && (
        <Problem>Tests are not kept: {stressRunsProblem.value}. Save what you need as a file.</Problem>
      )}
      {hasTests && <KeptTests page={page} />}
    </div>
  );
}

function NoTests({ prepare }: { readonly prepare: () => void }): JSX.Element {
  const first = files.value[0]?.path;
  return (
    <EmptyState icon="stress" title="No load test yet">
      <p>
        A load test sends the requests of your files again and again, and measures how fast and how reliable
        the responses are.
      </p>
      <p>
        With a rate, requests are sent at fixed times whatever the target does, as visitors of a site do. With
        virtual users, each one waits for its response before it continues.
      </p>
      <p>Send load only to your own systems. Tests are kept here, and two of them can be compared.</p>
      {first === undefined ? (
        <button type="button" class="button primary" onClick={() => navigate('/')}>
          Create a request file first
        </button>
      ) : (
        <button
          type="button"
          class="button primary"
          onClick={() => {
            prepare();
            prepareFile(first);
          }}
        >
          Prepare a test of {first}
        </button>
      )}
    </EmptyState>
  );
}
