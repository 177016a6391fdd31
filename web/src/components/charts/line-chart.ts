/** A chart over time in the colours of the page; loaded on demand. */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export interface ChartLine {
  readonly label: string;
  /** The name of a variable of style.css. */
  readonly colour: string;
  readonly values: readonly (number | null)[];
  /** For a limit instead of a measurement. */
  readonly isDashed?: boolean;
}

export interface Chart {
  /** Seconds since 1970, or since any other moment if `timeText` is given. */
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  readonly valueText: (value: number) => string;
  readonly timeText?: (seconds: number) => string;
  /** Whether single points are marked. */
  readonly hasDots: boolean;
}

export interface DrawnChart {
  /** Draws the same lines with new values. */
  update(chart: Pick<Chart, 'times' | 'lines'>): void;
  remove(): void;
}

const HEIGHT = 180;

export function drawChart(host: HTMLElement, chart: Chart): DrawnChart {
  const { lines, valueText, timeText, hasDots } = chart;
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
    scales: {
      x: { time: timeText === undefined },
      y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.1)] },
    },
    axes: [
      timeText === undefined ? axis : { ...axis, values: (_plot, values) => values.map(timeText) },
      { ...axis, size: 64, values: (_plot, values) => values.map(valueText) },
    ],
    series: [
      timeText === undefined
        ? {}
        : { label: 'at', value: (_plot, value: number | null) => momentText(value, timeText) },
      ...lines.map(({ label, colour: name, isDashed = false }) => ({
        label,
        stroke: colour(name),
        width: 1.5,
        ...(isDashed && { dash: [6, 4] }),
        points: { show: hasDots, size: 5, fill: colour(name) },
        value: (_plot: uPlot, value: number | null) => (value === null ? '–' : valueText(value)),
      })),
    ],
  };
  const plot = new uPlot(options, dataOf(chart), host);
  const observer = new ResizeObserver(() => {
    plot.setSize({ width: Math.max(200, host.clientWidth), height: HEIGHT });
  });
  observer.observe(host);
  return {
    update: (next) => plot.setData(dataOf(next)),
    remove: () => {
      observer.disconnect();
      plot.destroy();
    },
  };
}

function dataOf({ times, lines }: Pick<Chart, 'times' | 'lines'>): uPlot.AlignedData {
  return [[...times], ...lines.map(({ values }) => [...values])];
}

function momentText(value: number | null, text: (seconds: number) => string): string {
  return value === null ? '–' : text(value);
}
