import type { JSX } from 'preact';
import type { StressResult } from '../../../../src/server/api-types.js';
import { PairTable } from '../../components/pair-table.js';
import { VerdictMark } from '../../components/marks.js';
import { actualText, kindText, latencyText, METRIC_NAMES, numberText } from './stress-words.js';

export function ThresholdTable({
  thresholds,
}: {
  readonly thresholds: StressResult['thresholds'];
}): JSX.Element {
  return (
    <section>
      <h2>Thresholds</h2>
      <div class="table-frame">
        <table class="table">
          <thead>
            <tr>
              <th class="narrow">
                <span class="sr-only">Verdict</span>
              </th>
              <th>Measure</th>
              <th>Limit</th>
              <th>Measured</th>
            </tr>
          </thead>
          <tbody>
            {thresholds.map(({ metric, threshold, actual, passed }) => (
              <tr key={metric} class={passed ? '' : 'row-failed'}>
                <td>
                  <VerdictMark verdict={passed ? 'passed' : 'failed'} />
                </td>
                <td>{METRIC_NAMES[metric] ?? metric}</td>
                <td class="mono">{threshold}</td>
                <td>{actualText(metric, actual)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const TIMES = ['avgMs', 'minMs', 'p50Ms', 'p95Ms', 'p99Ms', 'maxMs'] as const;
const TIME_NAMES = ['mean', 'fastest', 'p50', 'p95', 'p99', 'slowest'];

export function RequestTable({ rows }: { readonly rows: StressResult['perRequest'] }): JSX.Element {
  return (
    <section>
      <h2>Requests</h2>
      <div class="table-frame">
        <table class="table per-request">
          <thead>
            <tr>
              <th>Name</th>
              <th class="right">sent</th>
              <th class="right">errors</th>
              {TIME_NAMES.map((name) => (
                <th key={name} class="right">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">{row.name}</th>
                <td class="right">{numberText(row.count)}</td>
                <td class={`right ${row.errorCount > 0 ? 'count-failed' : ''}`}>
                  {numberText(row.errorCount)}
                </td>
                {TIMES.map((time) => (
                  <td key={time} class="right nowrap">
                    {latencyText(row[time])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** What was answered, and what went wrong. */
export function Tallies({ result }: { readonly result: StressResult }): JSX.Element {
  const codes = Object.entries(result.statusCodes);
  const kinds = Object.entries(result.errorKinds);
  return (
    <div class="tallies">
      {codes.length > 0 && (
        <section>
          <h2>Status codes</h2>
          <div class="table-frame">
            <PairTable
              heads={['Code', 'Answers']}
              pairs={codes.map(([code, count]) => [code, numberText(count)] as const)}
            />
          </div>
        </section>
      )}
      {kinds.length > 0 && (
        <section>
          <h2>Errors</h2>
          <div class="table-frame">
            <PairTable
              heads={['What went wrong', 'Requests']}
              pairs={kinds.map(([kind, count]) => [kindText(kind), numberText(count)] as const)}
            />
          </div>
        </section>
      )}
    </div>
  );
}

const MEASURES = ['min', 'mean', 'p50', 'p95', 'p99', 'max', 'stddev'] as const;
const MEASURE_NAMES = ['fastest', 'mean', 'p50', 'p95', 'p99', 'slowest', 'deviation'];

export function LatencyTable({ result }: { readonly result: StressResult }): JSX.Element {
  const rows = [
    ['From the planned moment', result.latency, 'what a user waits, a busy target included'],
    ['From the real sending', result.serviceTime, 'what the target itself took'],
  ] as const;
  return (
    <section>
      <h2>Times</h2>
      <div class="table-frame">
        <table class="table">
          <thead>
            <tr>
              <th>Counted</th>
              {MEASURE_NAMES.map((name) => (
                <th key={name} class="right">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([title, times, meaning]) => (
              <tr key={title}>
                <th scope="row">
                  {title}
                  <small class="hint"> {meaning}</small>
                </th>
                {MEASURES.map((measure) => (
                  <td key={measure} class="right nowrap">
                    {latencyText(times[measure])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
