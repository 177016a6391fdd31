import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Plot } from '../../components/charts/plot.js';
import { TableFrame } from '../../components/table-frame.js';
import { theme } from '../../state/theme.js';
import type { NamedChart } from './chart-series.js';

export function StressCharts({ charts }: { readonly charts: readonly NamedChart[] }): JSX.Element {
  return (
    <div>
      <div class="stress-charts">
        {charts.map(({ title, chart, note }) => (
          <figure key={title}>
            <figcaption>{title}</figcaption>
            <Plot chart={chart} label={`${title} over time`} colours={theme.value} />
            {note !== '' && <p class="hint">{note}</p>}
          </figure>
        ))}
      </div>
      <ChartTable charts={charts} />
    </div>
  );
}

/** More rows than this would be read by nobody; then every second or third interval is shown. */
const MAX_ROWS = 60;

/** The charts for those who cannot see them, and for copying; made when it is opened. */
function ChartTable({ charts }: { readonly charts: readonly NamedChart[] }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="chart-table" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Charts as a table</summary>
      {isOpen && <Rows charts={charts} />}
    </details>
  );
}

function Rows({ charts }: { readonly charts: readonly NamedChart[] }): JSX.Element {
  const times = charts[0]?.chart.times ?? [];
  const step = Math.max(1, Math.ceil(times.length / MAX_ROWS));
  const shown = times.map((_, at) => at).filter((at) => at % step === 0);
  // A chart of other moments would need rows of its own.
  const aligned = charts.filter(({ chart }) => chart.times === times);
  const columns = aligned.flatMap(({ title, chart }) =>
    chart.lines
      .filter(({ isDashed = false }) => !isDashed)
      .map((line) => ({ line, title, text: chart.valueText })),
  );
  return (
    <TableFrame label="Charts as a table">
      <table class="table numbers">
        <thead>
          <tr>
            <th scope="col">At</th>
            {columns.map(({ line, title }) => (
              <th key={`${title} ${line.label}`} scope="col" class="right">
                {line.label}
                <small class="hint">{title}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((at) => (
            <tr key={at}>
              <th scope="row">{charts[0]?.chart.timeText?.(times[at] ?? 0)}</th>
              {columns.map(({ line, title, text }) => (
                <td key={`${title} ${line.label}`} class="right nowrap">
                  {valueText(line.values[at], text)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

function valueText(value: number | null | undefined, text: (value: number) => string): string {
  return value === null || value === undefined ? '–' : text(value);
}
