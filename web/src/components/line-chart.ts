/** A chart over time, in colours of the page; loaded only where there is one to draw. */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export interface ChartLine {
  readonly label: string;
  /** Name of a variable of style.css. */
  readonly colour: string;
  readonly values: readonly (number | null)[];
}

export interface Chart {
  /** Seconds since 1970. */
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  readonly valueText: (value: number) => string;
}

const HEIGHT = 180;

/** Returns what removes it. */
export function drawChart(host: HTMLElement, { times, lines, valueText }: Chart): () => void {
  const style = getComputedStyle(host);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const axis = {
    stroke: colour('--text-soft'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { stroke: colour('--line'), width: 1 },
    font: '11px system-ui',
  };
  const options: uPlot.Options = {
    width: Math.max(200, host.clientWidth),
    height: HEIGHT,
    scales: { y: { range: (_plot, _least, most) => [0, Math.max(1, most * 1.1)] } },
    axes: [axis, { ...axis, size: 64, values: (_plot, values) => values.map(valueText) }],
    series: [
      {},
      ...lines.map(({ label, colour: name }) => ({
        label,
        stroke: colour(name),
        width: 1.5,
        points: { show: true, size: 5, fill: colour(name) },
        value: (_plot: uPlot, value: number | null) => (value === null ? '–' : valueText(value)),
      })),
    ],
  };
  const plot = new uPlot(options, [[...times], ...lines.map(({ values }) => [...values])], host);
  const observer = new ResizeObserver(() => {
    plot.setSize({ width: Math.max(200, host.clientWidth), height: HEIGHT });
  });
  observer.observe(host);
  return () => {
    observer.disconnect();
    plot.destroy();
  };
}
