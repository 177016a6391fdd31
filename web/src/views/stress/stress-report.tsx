import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { StressResult } from '../../../../src/server/api-types.js';
import { CopyButton } from '../../components/copy-button.js';
import { Icon } from '../../components/icon.js';
import { timeText } from '../../components/marks.js';
import type { LivePoint } from '../../state/stress/live-points.js';
import { chartLimits } from './chart-limits.js';
import { cumulativeChart, storedCharts } from './chart-series.js';
import { Figures } from './figures.js';
import { FindTable, StageTable } from './step-tables.js';
import { StressCharts } from './stress-charts.js';
import {
  ErrorTable,
  KindTable,
  LatencyTable,
  RequestTable,
  StatusTable,
  ThresholdTable,
  WorkerResults,
} from './stress-tables.js';
import {
  latencyText,
  numberText,
  percentText,
  secondsText,
  describeValidity,
  describeVerdict,
  type Statement,
} from './result-text.js';

interface StressReportProps {
  readonly result: StressResult;
  /** Updates of this test, if the page received all of them. */
  readonly points?: readonly LivePoint[];
}

export function StressReport({ result, points = [] }: StressReportProps): JSX.Element {
  const { stopped, thresholds, totalRequests, perRequest, warnings, timeSeries } = result;
  return (
    <div class="stress-report">
      <div class="statements">
        <StatementBox statement={describeVerdict(result)} />
        <StatementBox statement={describeValidity(result)} />
      </div>
      {stopped && <p class="hint">The test was stopped early, after {secondsText(result.duration)}.</p>}
      {totalRequests > 0 && <Summary result={result} />}
      <FindTable find={result.find} />
      {thresholds.length > 0 && <ThresholdTable thresholds={thresholds} />}
      {timeSeries.length > 0 && <ReportCharts result={result} points={points} />}
      <StageTable stages={result.stages} />
      <ErrorTable groups={result.errorGroups} />
      <KindTable kinds={result.errorKinds} />
      {totalRequests > 0 && <RequestTable rows={perRequest} />}
      {result.workers && <WorkerResults workers={result.workers} />}
      <StatusTable codes={result.statusCodes} />
      {totalRequests > 0 && <LatencyTable result={result} />}
      {warnings.length > 0 && (
        <section>
          <h2>Remarks</h2>
          <ul class="remarks">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </section>
      )}
      <p class="hint stress-origin">
        {result.mode === 'rate' ? 'By arrival rate' : 'By virtual users'}, {timeText(result.startedAt)} to{' '}
        {timeText(result.finishedAt)}, seed {result.seed}
        <CopyButton text={() => String(result.seed)} label="Copy seed" />
      </p>
    </div>
  );
}

/** Beside the latency of each interval that since the start, if the page was open. */
function ReportCharts({ result, points = [] }: StressReportProps): JSX.Element {
  const charts = useMemo(() => {
    const limits = chartLimits(result.thresholds);
    const stored = storedCharts(result.timeSeries, limits);
    return points.length === 0
      ? stored
      : [...stored.slice(0, 2), cumulativeChart(points, limits), ...stored.slice(2)];
  }, [result, points]);
  return <StressCharts charts={charts} />;
}

export function StatementBox({ statement }: { readonly statement: Statement }): JSX.Element {
  const { kind, title, text } = statement;
  const icons = { good: 'check', bad: 'warning', open: 'stress' } as const;
  return (
    <section class={`statement statement-${kind}`}>
      <Icon name={icons[kind]} />
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
    </section>
  );
}

function Summary({ result }: { readonly result: StressResult }): JSX.Element {
  const { totalRequests, errorCount, avgRps, latency, duration, droppedCount, abortedCount } = result;
  const errorShare = totalRequests === 0 ? 0 : errorCount / totalRequests;
  return (
    <Figures
      figures={[
        { name: 'requests', value: numberText(totalRequests) },
        { name: 'per second', value: numberText(avgRps) },
        { name: 'p50', value: latencyText(latency.p50) },
        { name: 'p95', value: latencyText(latency.p95) },
        { name: 'p99', value: latencyText(latency.p99) },
        { name: 'errors', value: numberText(errorCount), isBad: errorCount > 0 },
        { name: 'error share', value: percentText(errorShare), isBad: errorCount > 0 },
        { name: 'never started', value: numberText(droppedCount), isBad: droppedCount > 0 },
        { name: 'cut off', value: numberText(abortedCount) },
        { name: 'duration', value: secondsText(duration) },
      ]}
    />
  );
}
