import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { StressComparison, StressRun } from '../../../../src/server/api-types.js';
import { TableFrame } from '../../components/table-frame.js';
import { navigate, stressAddress } from '../../state/route.js';
import {
  certaintyText,
  changeText,
  COMPARED_METRICS,
  comparedCurves,
  describeComparison,
  metricValue,
  remarkText,
  type ComparedMetric,
  type CurveMetric,
} from './comparison-text.js';
import { BackButton } from './stored-test.js';
import { StressCharts } from './stress-charts.js';
import { StatementBox } from './stress-report.js';
import { plannedLoadText, testName } from './test-text.js';

interface LoadComparisonProps {
  readonly baseline: StressRun;
  readonly current: StressRun;
  readonly compared: StressComparison;
}

const CURVES: readonly CurveMetric[] = ['p50', 'p95', 'p99', 'mean'];

export function LoadComparison({ baseline, current, compared }: LoadComparisonProps): JSX.Element {
  const metric = useSignal<CurveMetric>('p95');
  const charts = useMemo(
    () => [
      {
        title: `${metric.value} of each interval`,
        chart: comparedCurves(baseline, current, metric.value),
        note: '',
      },
    ],
    [baseline, current, metric.value],
  );
  return (
    <>
      <div class="toolbar stress-head">
        <BackButton />
        <strong class="ellipsis">
          {testName(baseline)} → {testName(current)}
        </strong>
        <span class="spacer" />
        <button type="button" class="button" onClick={() => navigate(stressAddress(baseline.id, current.id))}>
          Swap
        </button>
        <button type="button" class="button" onClick={() => navigate(stressAddress(current.id))}>
          End comparison
        </button>
      </div>
      <div class="stress-report">
        <StatementBox statement={describeComparison(compared)} />
        <Differences texts={compared.differences} />
        <Sides baseline={baseline} current={current} />
        <ChangeTable compared={compared} />
        <section>
          <div class="curve-head">
            <h2>Both tests over time</h2>
            <label>
              Latency{' '}
              <select
                value={metric.value}
                onChange={({ currentTarget }) => (metric.value = currentTarget.value as CurveMetric)}
              >
                {CURVES.map((each) => (
                  <option key={each} value={each}>
                    {each}
                  </option>
                ))}
              </select>
            </label>
          </div>
          <StressCharts charts={charts} />
        </section>
      </div>
    </>
  );
}

function Differences({ texts }: { readonly texts: readonly string[] }): JSX.Element | null {
  if (texts.length === 0) return null;
  return (
    <section>
      <h2>Compare with care</h2>
      <ul class="remarks">
        {texts.map((text) => (
          <li key={text}>{remarkText(text)}</li>
        ))}
      </ul>
    </section>
  );
}

function Sides({ baseline, current }: Pick<LoadComparisonProps, 'baseline' | 'current'>): JSX.Element {
  const sides = { Before: baseline, After: current };
  return (
    <dl class="compared-sides">
      {Object.entries(sides).map(([word, test]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>
            {testName(test)} <span class="hint">{plannedLoadText(test)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ChangeTable({ compared }: { readonly compared: StressComparison }): JSX.Element {
  return (
    <section>
      <h2>Changes</h2>
      <TableFrame label="Changes">
        <table class="table numbers change-table">
          <thead>
            <tr>
              <th scope="col">Request</th>
              {COMPARED_METRICS.map(([metric, name]) => (
                <th key={metric} scope="col" class="right">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {compared.rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">
                  {row.name === '' ? 'All requests' : row.name}
                  {(row.category === 'new' || row.category === 'removed') && (
                    <small class="hint">{row.category}</small>
                  )}
                </th>
                {COMPARED_METRICS.map(([metric]) => (
                  <ChangeCell key={metric} row={row} metric={metric} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </section>
  );
}

interface ChangeCellProps {
  readonly row: StressComparison['rows'][number];
  readonly metric: ComparedMetric;
}

const WORDS = { regressed: 'worse', improved: 'better', unchanged: '' } as const;

function ChangeCell({ row, metric }: ChangeCellProps): JSX.Element {
  const change = row.metrics[metric];
  if (row.category === 'new' || row.category === 'removed') {
    return (
      <td class="right nowrap">
        {metricValue(metric, row.category === 'new' ? change.after : change.before)}
      </td>
    );
  }
  const word = WORDS[change.category];
  return (
    <td class="right nowrap">
      {metricValue(metric, change.before)} → {metricValue(metric, change.after)}
      <small class={`change-${change.category}`}>
        {changeText(metric, change)}
        {word !== '' && `, ${word}`}
      </small>
      {row.name === '' && <small class="hint">{certaintyText(metric, change)}</small>}
    </td>
  );
}
