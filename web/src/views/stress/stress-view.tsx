import './stress.css';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { EmptyState } from '../../components/marks.js';
import { stressResult, stressStatus } from '../../state/stress.js';
import { loadProfiles } from '../../state/stress-profiles.js';
import { StressForm } from './stress-form.js';
import { StressLive } from './stress-live.js';
import { StressReport } from './stress-report.js';

export function StressView(): JSX.Element {
  useEffect(() => void loadProfiles(), []);
  return (
    <div class="stress">
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
        A load test sends the requests of your files again and again, and tells how quick and how reliable the
        answers are.
      </p>
      <p>
        With a rate, requests are sent at fixed times whatever the target does, as visitors of a site do. With
        virtual users, each one waits for its answer before it goes on.
      </p>
      <p>Choose a file, keep 10 per second for 30 seconds, and start. Only send load to what is yours.</p>
    </EmptyState>
  );
}
