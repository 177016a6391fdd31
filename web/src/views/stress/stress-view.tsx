import './stress.css';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { EmptyState } from '../../components/marks.js';
import { TabList } from '../../components/tab-list.js';
import { stressResult, stressStatus } from '../../state/stress.js';
import { loadProfiles } from '../../state/stress-profiles.js';
import { StressForm } from './stress-form.js';
import { StressLive } from './stress-live.js';
import { StressReport } from './stress-report.js';

const PANES = [
  { key: 'form', label: 'Load' },
  { key: 'course', label: 'Course and result' },
] as const;

export function StressView(): JSX.Element {
  useEffect(() => void loadProfiles(), []);
  // On a narrow screen only one part is shown.
  const pane = useSignal<'form' | 'course'>('form');
  const isRunning = stressStatus.value.running;
  useEffect(() => {
    if (isRunning) pane.value = 'course';
  }, [isRunning, pane]);
  return (
    <div class={`stress showing-${pane.value}`}>
      <div class="pane-choice">
        <TabList label="Part" tabs={PANES} shown={pane.value} show={(key) => (pane.value = key)} />
      </div>
      <StressForm />
      <section class="stress-main" aria-label="Course and result">
        <Course />
      </section>
    </div>
  );
}

function Course(): JSX.Element {
  if (stressStatus.value.running) return <StressLive />;
  if (stressResult.value !== undefined) return <StressReport result={stressResult.value} />;
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
      <p>Choose a file, keep 10 per second for 30 seconds, and start. Send load only to your own systems.</p>
    </EmptyState>
  );
}
