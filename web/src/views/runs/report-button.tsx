import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import './report.css';
import { downloadReport, type ReportFormat } from '../../state/runs/run-reports.js';

const FORMATS: readonly (readonly [ReportFormat, string])[] = [
  ['html', 'HTML report'],
  ['junit', 'JUnit report'],
  ['json', 'JSON report'],
];

/** Downloads a report of these executions. */
export function ReportButton({ executions }: { readonly executions: readonly string[] }): JSX.Element | null {
  const isBusy = useSignal(false);
  if (executions.length === 0) return null;
  const download = async (format: ReportFormat): Promise<void> => {
    isBusy.value = true;
    await downloadReport(executions, format);
    isBusy.value = false;
  };
  return (
    <select
      class="report-choice"
      aria-label="Download a report of this run"
      value=""
      disabled={isBusy.value}
      onChange={({ currentTarget }) => {
        const format = FORMATS.find(([key]) => key === currentTarget.value)?.[0];
        currentTarget.value = '';
        if (format !== undefined) void download(format);
      }}
    >
      <option value="">Report…</option>
      {FORMATS.map(([key, label]) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </select>
  );
}
