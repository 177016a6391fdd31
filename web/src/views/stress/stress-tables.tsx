import type { ComponentChildren, JSX } from 'preact';
import type { StressResult, StressStatus } from '../../../../src/server/api-types.js';
import { PairTable } from '../../components/pair-table.js';
import { TableFrame } from '../../components/table-frame.js';
import { VerdictMark } from '../../components/marks.js';
import { actualText, kindText, latencyText, METRIC_NAMES, numberText, percentText } from './result-text.js';

interface ThresholdTableProps {
  readonly title?: string;
  readonly thresholds: StressResult['thresholds'];
}

export function ThresholdTable({ title = 'Thresholds', thresholds }: ThresholdTableProps): JSX.Element {
  return (
    <section>
      <h2>{title}</h2>
      <TableFrame label={title}>
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
            {thresholds.map(({ metric, threshold, actual, passed, measured }) => (
              <tr key={metric} class={passed ? '' : 'row-failed'}>
                <td>
                  <VerdictMark verdict={passed ? 'passed' : 'failed'} />
                </td>
                <td>{METRIC_NAMES[metric] ?? metric}</td>
                <td class="mono">{threshold}</td>
                <td>{actualText({ metric, actual, measured })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </section>
  );
}

const TIMES = ['avgMs', 'minMs', 'p50Ms', 'p95Ms', 'p99Ms', 'maxMs'] as const;

export function RequestTable({ rows }: { readonly rows: StressResult['perRequest'] }): JSX.Element {
  return (
    <NumberTable
      title="Requests"
      heads={['Name', 'sent', 'errors', 'mean', 'fastest', 'p50', 'p95', 'p99', 'slowest']}
      rows={rows.map((row) => ({
        name: row.name,
        cells: [
          numberText(row.count),
          row.errorCount > 0 ? <span class="count-failed">{numberText(row.errorCount)}</span> : '0',
          ...TIMES.map((time) => latencyText(row[time])),
        ],
      }))}
    />
  );
}

/** One line per worker of a running test. */
export function WorkerTable({
  workers,
}: {
  readonly workers: NonNullable<StressStatus['workers']>;
}): JSX.Element {
  return (
    <NumberTable
      title="Workers"
      heads={['Name', 'state', 'sent', 'per second', 'late (p99)']}
      rows={workers.map(({ name, state, total, rps, lagP99Ms }) => ({
        name,
        cells: [
          state === 'lost' ? <span class="count-failed">{state}</span> : state,
          numberText(total),
          numberText(rps),
          latencyText(lagP99Ms),
        ],
      }))}
    />
  );
}

/** What each worker contributed to a test that has ended. */
export function WorkerResults({
  workers,
}: {
  readonly workers: NonNullable<StressResult['workers']>;
}): JSX.Element {
  return (
    <NumberTable
      title="Workers"
      heads={['Name', 'threads', 'sent', 'errors', 'missing', 'late (p99)', 'CPU']}
      rows={workers.map((worker) => ({
        name: worker.name,
        cells: [
          numberText(worker.threads),
          numberText(worker.totalRequests),
          numberText(worker.errorCount),
          worker.missingCount > 0 ? <span class="count-failed">{numberText(worker.missingCount)}</span> : '0',
          latencyText(worker.lagP99Ms),
          percentText(worker.cpuPercent / 100),
        ],
      }))}
    />
  );
}

export function StatusTable({ codes }: { readonly codes: StressResult['statusCodes'] }): JSX.Element | null {
  const counts = Object.entries(codes);
  if (counts.length === 0) return null;
  return (
    <section>
      <h2>Status codes</h2>
      <TableFrame label="Status codes">
        <PairTable
          heads={['Code', 'Responses']}
          pairs={counts.map(([code, count]) => [code, numberText(count)] as const)}
        />
      </TableFrame>
    </section>
  );
}

/** How many errors of each kind there were, the most frequent first. */
export function KindTable({ kinds }: { readonly kinds: StressResult['errorKinds'] }): JSX.Element | null {
  const counts = Object.entries(kinds).sort(([, a], [, b]) => b - a);
  if (counts.length === 0) return null;
  return (
    <section>
      <h2>Errors by kind</h2>
      <TableFrame label="Errors by kind">
        <PairTable
          heads={['Kind', 'Times']}
          pairs={counts.map(([kind, count]) => [kindText(kind), numberText(count)] as const)}
        />
      </TableFrame>
    </section>
  );
}

/** What went wrong, the most frequent first. */
export function ErrorTable({ groups }: { readonly groups: StressResult['errorGroups'] }): JSX.Element | null {
  if (groups.length === 0) return null;
  return (
    <section>
      <h2>Errors</h2>
      <TableFrame label="Errors">
        <table class="table">
          <thead>
            <tr>
              <th scope="col" class="right">
                Times
              </th>
              <th scope="col">What went wrong</th>
              <th scope="col">Request</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={`${group.name} ${group.kind} ${group.message}`}>
                <td class="right nowrap">{numberText(group.count)}</td>
                <td class="wrap">{group.message === '' ? kindText(group.kind) : group.message}</td>
                <td class="wrap">{group.name}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </section>
  );
}

const MEASURES = ['min', 'mean', 'p50', 'p95', 'p99', 'max', 'stddev'] as const;

export function LatencyTable({ result }: { readonly result: StressResult }): JSX.Element {
  const times = [
    ['From the planned time', result.latency, 'the time that a user waits, including a busy target'],
    ['From the actual sending', result.serviceTime, 'the time that the target itself took'],
  ] as const;
  return (
    <NumberTable
      title="Times"
      heads={['Measured', 'fastest', 'mean', 'p50', 'p95', 'p99', 'slowest', 'deviation']}
      rows={times.map(([name, values, meaning]) => ({
        name,
        meaning,
        cells: MEASURES.map((measure) => latencyText(values[measure])),
      }))}
    />
  );
}

interface NumberTableProps {
  readonly title: string;
  /** The heading of the names, then those of the numbers. */
  readonly heads: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    readonly meaning?: string;
    readonly cells: readonly ComponentChildren[];
  }[];
}

export function NumberTable({ title, heads, rows }: NumberTableProps): JSX.Element {
  return (
    <section>
      <h2>{title}</h2>
      <TableFrame label={title}>
        <table class="table numbers">
          <thead>
            <tr>
              {heads.map((head, index) => (
                <th key={head} scope="col" class={index === 0 ? '' : 'right'}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, meaning, cells }) => (
              <tr key={name}>
                <th scope="row">
                  {name}
                  {meaning !== undefined && <small class="hint">{meaning}</small>}
                </th>
                {cells.map((cell, index) => (
                  <td key={index} class="right nowrap">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </section>
  );
}
