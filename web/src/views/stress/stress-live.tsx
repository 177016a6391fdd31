import type { JSX } from 'preact';
import type { StressStatus } from '../../../../src/server/api-types.js';
import { Icon } from '../../components/icon.js';
import { VerdictMark } from '../../components/marks.js';
import { ProgressBar } from '../../components/charts/progress-bar.js';
import {
  endStress,
  isStopping,
  livePoints,
  plannedSeconds,
  stressStatus,
} from '../../state/stress/stress.js';
import { chartLimits, checkSoFar } from './chart-limits.js';
import { liveCharts } from './chart-series.js';
import { Figures } from './figures.js';
import { findProgressText } from './step-tables.js';
import { StressCharts } from './stress-charts.js';
import { ErrorTable, ThresholdTable, WorkerTable } from './stress-tables.js';
import { latencyText, numberText, percentText, secondsText } from './result-text.js';

export function StressLive(): JSX.Element {
  const { elapsed, stats, phase, errorGroups, test, find, workers = [] } = stressStatus.value;
  const checked = stats === null ? [] : checkSoFar(test?.options.thresholds ?? {}, stats);
  const planned = plannedSeconds.value;
  const share = planned === 0 ? 0 : Math.min(1, elapsed / planned);
  return (
    <>
      <div class="toolbar stress-head">
        <VerdictMark verdict="running" />
        <span role="status">{stateText(phase, isStopping.value, planned > 0 && elapsed >= planned)}</span>
        <span class="hint">
          {find && `${findProgressText(find)}, `}
          {secondsText(elapsed)}
          {planned > 0 && ` of ${secondsText(planned)}`}
        </span>
        <span class="spacer" />
        <button type="button" class="button" disabled={isStopping.value} onClick={() => void endStress()}>
          <Icon name="stop" /> Stop
        </button>
        {planned > 0 && <ProgressBar label="Time of the test" share={share} isFailing={false} />}
      </div>
      <div class="stress-report">
        {stats !== null && (
          <Figures
            figures={[
              { name: 'requests', value: numberText(stats.total) },
              { name: 'per second', value: numberText(stats.currentRps) },
              { name: 'on average', value: numberText(stats.rps) },
              { name: 'p50', value: latencyText(stats.p50Ms) },
              { name: 'p95', value: latencyText(stats.p95Ms) },
              { name: 'p99', value: latencyText(stats.p99Ms) },
              { name: 'slowest', value: latencyText(stats.maxMs) },
              { name: 'errors', value: numberText(stats.errors), isBad: stats.errors > 0 },
              { name: 'error share', value: percentText(stats.errorRate), isBad: stats.errors > 0 },
              { name: 'active users', value: numberText(stats.activeVUs) },
            ]}
          />
        )}
        {checked.length > 0 && <ThresholdTable title="Thresholds so far" thresholds={checked} />}
        <StressCharts charts={liveCharts(livePoints.value, chartLimits(checked))} />
        {workers.length > 0 && <WorkerTable workers={workers} />}
        <ErrorTable groups={errorGroups} />
      </div>
    </>
  );
}

function stateText(phase: StressStatus['phase'], isEnding: boolean, isOver: boolean): string {
  if (phase === 'teardown') return 'Cleaning up: teardown requests run…';
  if (isEnding) return 'Stopping: requests in progress get one second…';
  if (phase === 'workers') return 'Waiting for workers…';
  if (phase === 'handout') return 'Handing the load out to the workers…';
  if (phase === 'setup') return 'Preparing: setup requests run…';
  return phase === 'drain' || isOver ? 'Waiting for the last responses…' : 'Sending load…';
}
